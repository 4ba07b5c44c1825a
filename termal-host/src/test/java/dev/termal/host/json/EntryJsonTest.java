package dev.termal.host.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.Answer;
import dev.termal.api.Capabilities;
import dev.termal.api.ContentBlock;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import dev.termal.api.ToolCall;
import dev.termal.host.SessionPlan;
import dev.termal.host.document.PlanJson;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.TurnError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is printed and what the published schema says must agree, for every kind of entry. */
class EntryJsonTest {
    private static final Schema SCHEMA = strictSchema();
    private final EntryJson lines = new EntryJson(new SessionKey("key-1"), new AgentId("sample"), new EngineId("some"));

    /** The published schema, which takes fields that are not there yet, here without that tolerance. */
    private static Schema strictSchema() {
        Path file = Path.of(System.getProperty("termal.root", ".."), "docs/schema/events.schema.json");
        try {
            JsonNode schema = Json.read(Files.readString(file));
            JsonNode definitions = schema.get("$defs");
            definitions.properties().forEach(definition -> {
                if (!definition.getKey().equals("head")) {
                    forbidMore(definition.getValue());
                }
            });
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(schema.toString());
        } catch (IOException e) {
            throw new AssertionError("the schema is published at " + file, e);
        }
    }

    private static void forbidMore(JsonNode node) {
        if (node instanceof ObjectNode object && object.has("properties") && !object.has("additionalProperties")) {
            object.put("unevaluatedProperties", false);
        }
        node.forEach(EntryJsonTest::forbidMore);
    }

    private static void assertValid(JsonNode line) {
        String text = Json.line(line);
        assertEquals(List.of(), List.copyOf(SCHEMA.validate(text, InputFormat.JSON)), text);
        assertFalse(text.contains("\n"), "one line");
    }

    private static SessionEntry entry(EntryBody body) {
        return new SessionEntry(7, Instant.parse("2026-01-02T03:04:05Z"), 2, body);
    }

    private JsonNode json(EntryBody body) {
        return lines.of(entry(body)).orElseThrow();
    }

    private JsonNode said(AgentEvent event) {
        return json(new EntryBody.Said(event, false));
    }

    @ParameterizedTest
    @MethodSource("dev.termal.host.json.Samples#bodies")
    void everyEntryIsAsTheSchemaSays(EntryBody body) {
        Optional<ObjectNode> line = lines.of(entry(body));
        boolean history = body instanceof EntryBody.Said said && said.event() instanceof AgentEvent.Replayed;
        assertEquals(history, line.isEmpty(), "only history has no line");
        line.ifPresent(node -> {
            assertValid(node);
            assertEquals(7, node.get("seq").asInt());
            assertEquals("key-1", node.get("session").asString());
            assertEquals(2, node.get("turn").asInt());
        });
    }

    @Test
    void ofAStateOnlyNewsAreSaid() {
        SessionState first = Samples.state().withMode(Optional.of("plan"));
        JsonNode all = said(new AgentEvent.StateUpdate(first.withTitle(Optional.of("a"))));
        assertTrue(all.has("title") && all.has("modes") && all.has("options") && all.has("commands"), all::toString);
        assertTrue(lines.of(
                        entry(new EntryBody.Said(new AgentEvent.StateUpdate(first.withTitle(Optional.of("a"))), false)))
                .isEmpty());
        JsonNode mode = said(
                new AgentEvent.StateUpdate(first.withTitle(Optional.of("a")).withMode(Optional.empty())));
        assertValid(mode);
        assertTrue(mode.get("mode").isNull() && !mode.has("title") && !mode.has("modes"), mode::toString);
        JsonNode commands = said(new AgentEvent.StateUpdate(
                first.withTitle(Optional.of("a")).withMode(Optional.empty()).withCommands(List.of())));
        assertValid(commands);
        assertTrue(commands.get("commands").isEmpty() && !commands.has("mode"), commands::toString);
    }

    @Test
    void theAgentsIdIsSaidWhenItIsNew() {
        lines.opened(Optional.of("agent-1"), new Fields().node());
        EntryBody same = new EntryBody.Said(new AgentEvent.SessionBound(new SessionId("agent-1")), false);
        assertTrue(lines.of(entry(same)).isEmpty());
        EntryBody other = new EntryBody.Said(new AgentEvent.SessionBound(new SessionId("agent-2")), false);
        assertEquals("agent-2", json(other).get("agentSession").asString());
        assertEquals("agent-1", json(same).get("agentSession").asString(), "it changed back");
    }

    @Test
    void samplesHoldEveryKind() {
        assertEquals(kinds(EntryBody.class), classes(Samples.bodies().stream()));
        assertEquals(kinds(AgentEvent.class), classes(Samples.events().stream()));
        assertEquals(kinds(ContentBlock.class), classes(Samples.blocks().stream()));
        assertEquals(kinds(ToolCall.Content.class), classes(Samples.EDIT.content().stream()));
        assertEquals(
                kinds(Answer.class),
                classes(Samples.bodies().stream()
                        .filter(EntryBody.QuestionAnswered.class::isInstance)
                        .map(body -> ((EntryBody.QuestionAnswered) body).answer())));
    }

    private static Set<Class<?>> kinds(Class<?> sealed) {
        return Arrays.stream(sealed.getPermittedSubclasses()).collect(Collectors.toCollection(HashSet::new));
    }

    private static Set<Class<?>> classes(Stream<?> samples) {
        return samples.map(Object::getClass).collect(Collectors.toCollection(HashSet::new));
    }

    @Test
    void theTypesAreThePublishedOnes() {
        Set<String> types = Samples.bodies().stream()
                .flatMap(body -> lines.of(entry(body)).stream())
                .map(line -> line.get("type").asString())
                .collect(Collectors.toSet());
        assertEquals(
                Set.of(
                        "session",
                        "turn_started",
                        "message",
                        "thought",
                        "tool_call",
                        "plan",
                        "usage",
                        "state",
                        "notice",
                        "extension",
                        "permission_requested",
                        "permission_answered",
                        "question_asked",
                        "question_answered",
                        "turn_ended"),
                types);
    }

    @Test
    void textIsEasyToReach() {
        assertEquals(
                "Hello", said(AgentEvent.MessageChunk.text("Hello")).get("text").asString());
        assertEquals("Hm", said(AgentEvent.ThoughtChunk.text("Hm")).get("text").asString());
    }

    @Test
    void toolCallsAreWhole() {
        JsonNode call = said(new AgentEvent.ToolCallUpdate(Samples.EDIT));
        assertEquals("call-1", call.get("id").asString());
        assertEquals("in_progress", call.get("status").asString());
        assertEquals(
                List.of("text", "image", "diff", "diff", "terminal"),
                call.get("content")
                        .valueStream()
                        .map(c -> c.get("type").asString())
                        .toList());
        assertFalse(call.get("content").get(3).has("oldText"), "a new file has no old text");
        assertEquals("12345678901234567890.5", call.get("input").get("big").asString());
        assertEquals("no json", call.get("output").asString());
    }

    @Test
    void hugeOutputsStayWhole() {
        String huge = "x".repeat(5_000_000);
        ToolCall call = Samples.EDIT.toBuilder()
                .content(List.of(new ToolCall.Content.Block(ContentBlock.text(huge))))
                .build();
        assertEquals(
                huge,
                said(new AgentEvent.ToolCallUpdate(call))
                        .get("content")
                        .get(0)
                        .get("text")
                        .asString());
    }

    @Test
    void aTurnsEndTellsEverything() {
        JsonNode done = json(new EntryBody.TurnEnded(Samples.done("Hello")));
        assertEquals("done", done.get("outcome").asString());
        assertEquals("end_turn", done.get("stopReason").asString());
        assertEquals(0, done.get("exitCode").asInt());
        assertEquals("Hello", done.get("text").asString());
        assertEquals(1200, done.get("usage").get("inputTokens").asInt());
        assertTrue(done.get("error").isNull());

        JsonNode failed = json(new EntryBody.TurnEnded(Samples.failed()));
        assertTrue(failed.get("usage").isNull(), "absent is not zero");
        assertEquals("agent_error", failed.get("error").get("code").asString());
        assertEquals(-32603, failed.get("error").get("peerCode").asInt());
        assertEquals("quota", failed.get("error").get("peerData").get("reason").asString());
        assertEquals(1, failed.get("denied").asInt());
        assertEquals(2, failed.get("unanswered").asInt());
        assertEquals(3, failed.get("unapproved").asInt());
    }

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void everyOutcomeIsPublished(Outcome outcome) {
        assertValid(json(new EntryBody.TurnEnded(Samples.ended(outcome, Optional.empty()))));
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyErrorCodeIsPublished(ErrorCode code) {
        TurnError error = TurnError.of(new AgentException(code, "so it is"));
        assertValid(EntryJson.failed(Optional.empty(), error, 1));
        assertValid(EntryJson.failed(Optional.of(new SessionKey("k")), error, 1));
    }

    @Test
    void failuresOfTheHostHaveACodeOfTheirOwn() {
        ObjectNode line = EntryJson.failed("it broke", 1);
        assertValid(line);
        assertEquals("internal", line.get("error").get("code").asString());
    }

    @Test
    void theFirstLineTellsWithWhom() {
        SessionPlan plan = new SessionPlan(
                new AgentId("sample"),
                new EngineId("some"),
                "the only one",
                List.of("prog"),
                Path.of("/work"),
                Map.of(),
                Set.of(),
                SessionRequest.in(Path.of("/work")),
                Map.of(),
                List.of(),
                Map.of(),
                Optional.empty(),
                Duration.ofMinutes(5),
                List.of());
        ObjectNode line = lines.opened(
                Optional.of("agent-1"), PlanJson.opened(plan, Capabilities.of(Feature.CANCEL), List.of("careful")));
        assertValid(line);
        assertEquals("session", line.get("type").asString());
        assertEquals("sample", line.get("agent").asString());
        assertEquals("agent-1", line.get("agentSession").asString());
        assertEquals("ask", line.get("permissions").asString());
    }
}
