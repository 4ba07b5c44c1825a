package dev.termal.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ValuesTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "A", "1a", "-a", "a_b", "a b", "ä"})
    void namesAreSlugs(String wrong) {
        assertThrows(IllegalArgumentException.class, () -> new AgentId(wrong));
        String message = assertThrows(IllegalArgumentException.class, () -> new EngineId(wrong))
                .getMessage();
        assertTrue(message.startsWith("engine id") && message.endsWith(wrong), message);
    }

    @Test
    void namesMayBeSixtyFourLong() {
        String longest = "a" + "b".repeat(63);
        assertEquals(longest, new AgentId(longest).toString());
        assertThrows(IllegalArgumentException.class, () -> new AgentId(longest + "b"));
    }

    @Test
    void blankTextIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new SessionId(" "));
        assertThrows(IllegalArgumentException.class, () -> new RawJson("\n"));
        assertThrows(IllegalArgumentException.class, () -> ToolCall.builder("").build());
        assertThrows(IllegalArgumentException.class, () -> Fact.of("", "label", "text"));
        assertThrows(IllegalArgumentException.class, () -> new Question("", "", "", List.of(), Optional.empty(), true));
        assertThrows(IllegalArgumentException.class, () -> Question.Field.text("", "label"));
        assertEquals("any words", new SessionId("any words").toString());
    }

    @Test
    void emptinessIsRefusedWhereItMeansNothing() {
        assertThrows(IllegalArgumentException.class, () -> new Prompt(List.of()));
        assertThrows(IllegalArgumentException.class, () -> new FollowUp(Optional.empty(), Optional.empty()));
    }

    @Test
    void collectionsAreCopiedInOrder() {
        List<ContentBlock> blocks = new ArrayList<>(List.of(ContentBlock.text("a")));
        Prompt prompt = new Prompt(blocks);
        blocks.clear();
        assertEquals(1, prompt.blocks().size());
        assertThrows(UnsupportedOperationException.class, () -> prompt.blocks().clear());

        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String key : List.of("z", "y", "x", "a")) {
            values.put(key, List.of(key));
        }
        Answer.Accepted answer = new Answer.Accepted(values);
        values.clear();
        assertEquals(List.of("z", "y", "x", "a"), List.copyOf(answer.values().keySet()));
        assertThrows(UnsupportedOperationException.class, () -> answer.values().clear());

        List<PermissionOption> options = new ArrayList<>();
        PermissionRequest request = new PermissionRequest(ToolCall.builder("t").build(), options);
        options.add(new PermissionOption("y", "Yes", PermissionOption.Kind.ALLOW_ONCE));
        assertEquals(List.of(), request.options());
    }

    @Test
    void aPromptsTextLeavesOutTheRest() {
        Prompt prompt = new Prompt(List.of(
                ContentBlock.text("one"), new ContentBlock.Image("image/png", "AAAA"), ContentBlock.text("two")));
        assertEquals("one\n\ntwo", prompt.text());
    }

    @Test
    void permissionOptionsAreChosenByKindInTheCallersOrder() {
        PermissionOption always = new PermissionOption("a", "Always", PermissionOption.Kind.ALLOW_ALWAYS);
        PermissionOption once = new PermissionOption("o", "Once", PermissionOption.Kind.ALLOW_ONCE);
        PermissionRequest request = new PermissionRequest(ToolCall.builder("t").build(), List.of(always, once));
        assertEquals(
                Optional.of(once),
                request.firstOf(PermissionOption.Kind.ALLOW_ONCE, PermissionOption.Kind.ALLOW_ALWAYS));
        assertEquals(Optional.empty(), request.firstOf(PermissionOption.Kind.REJECT_ONCE));
        assertEquals(new PermissionDecision.Selected("o"), PermissionDecision.select(once));
        assertFalse(PermissionOption.Kind.OTHER.allows());
        assertTrue(PermissionOption.Kind.ALLOW_ALWAYS.allows());
    }

    @Test
    void aToolCallIsRebuiltWhole() {
        ToolCall call = ToolCall.builder("t")
                .title("List files")
                .kind(ToolCall.Kind.EXECUTE)
                .status(ToolCall.Status.IN_PROGRESS)
                .content(List.of(new ToolCall.Content.Block(ContentBlock.text("x"))))
                .locations(List.of(new ToolCall.Location(Path.of("a"), OptionalInt.of(3))))
                .input(new RawJson("{}"))
                .output(new RawJson("[]"))
                .tool("shell")
                .command("ls")
                .mcpServer("files")
                .build();
        assertEquals(call, call.toBuilder().build());
        assertEquals("t", ToolCall.builder("t").build().title());
        assertEquals(
                Set.of(
                        ToolCall.Status.COMPLETED,
                        ToolCall.Status.FAILED,
                        ToolCall.Status.REJECTED,
                        ToolCall.Status.CANCELLED),
                Set.copyOf(Arrays.stream(ToolCall.Status.values())
                        .filter(ToolCall.Status::isFinal)
                        .toList()));
    }

    @Test
    void secretsOfServersAreNotPrinted() {
        Map<String, String> secret = Map.of("Authorization", "s3cret");
        for (McpServer server : List.of(
                new McpServer.Stdio("s", Path.of("/bin/s"), List.of(), secret),
                new McpServer.Http("h", URI.create("http://localhost"), secret),
                new McpServer.Sse("e", URI.create("http://localhost"), secret))) {
            assertFalse(server.toString().contains("s3cret"), server.toString());
            assertTrue(server.toString().contains("Authorization"), server.toString());
            SessionRequest request = SessionRequest.builder(Path.of("/").toAbsolutePath())
                    .mcpServer(server)
                    .build();
            assertFalse(request.toString().contains("s3cret"), request.toString());
        }
    }

    @Test
    void theWorstCheckCounts() {
        Diagnostics ok = new Diagnostics(
                List.of(new Diagnostics.Check("a", Diagnostics.Outcome.OK, "", "")),
                List.of(Fact.of("version", "Version", "1")));
        Diagnostics bad =
                new Diagnostics(List.of(new Diagnostics.Check("b", Diagnostics.Outcome.FAILURE, "", "")), List.of());
        assertEquals(Diagnostics.Outcome.OK, Diagnostics.NONE.worst());
        assertEquals(Diagnostics.Outcome.FAILURE, bad.and(ok).worst());
        assertEquals(
                List.of("b", "a"),
                bad.and(ok).checks().stream().map(Diagnostics.Check::name).toList());
        assertEquals(1, bad.and(ok).facts().size());
    }

    @Test
    void aMissingFeatureIsNamed() {
        Capabilities capabilities = Capabilities.of(Feature.CANCEL);
        capabilities.require(Feature.CANCEL);
        AgentException failure = assertThrows(AgentException.class, () -> capabilities.require(Feature.SESSION_LIST));
        assertEquals(ErrorCode.UNSUPPORTED, failure.code());
        assertTrue(String.valueOf(failure.getMessage()).contains("session list"), failure.getMessage());
    }

    @Test
    void stateIsReplacedPartByPart() {
        SessionState.Option model = new SessionState.Option(
                "m", "Model", "", SessionState.Category.MODEL, SessionState.Type.SELECT, "x", List.of());
        SessionState state = SessionState.EMPTY
                .withTitle(Optional.of("t"))
                .withModes(Optional.of("plan"), List.of(new SessionState.Mode("plan", "Plan", "")))
                .withOptions(List.of(model))
                .withCommands(List.of(new SessionState.Command("help", "", Optional.empty())));
        assertEquals(Optional.of(model), state.option("m"));
        assertEquals(Optional.of(model), state.option(SessionState.Category.MODEL));
        assertEquals(Optional.empty(), state.option(SessionState.Category.MODE));
        SessionState other = state.withMode(Optional.of("edit"));
        assertEquals(Optional.of("edit"), other.mode());
        assertEquals(state, other.withMode(Optional.of("plan")));
    }
}
