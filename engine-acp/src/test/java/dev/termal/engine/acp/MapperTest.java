package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.Answer;
import dev.termal.api.Capabilities;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.PermissionOption;
import dev.termal.api.Prompt;
import dev.termal.api.Question;
import dev.termal.api.RawJson;
import dev.termal.api.SessionState;
import dev.termal.api.Usage;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.Limits;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class MapperTest {
    private static JsonNode json(String text) {
        return Json.parse(new RawJson(text));
    }

    @Test
    @Tag("TOL-02")
    void contentKeepsWhatItDoesNotKnow() {
        assertEquals(
                Optional.of(ContentBlock.text("x")), ContentMapper.read(json("{\"type\":\"text\",\"text\":\"x\"}")));
        ContentBlock.Unknown video = (ContentBlock.Unknown)
                ContentMapper.read(json("{\"type\":\"video\",\"data\":\"AA\"}")).orElseThrow();
        assertEquals("video", video.type());
        assertTrue(video.json().text().contains("AA"));
        assertTrue(ContentMapper.read(json("{\"type\":\"text\"}")).orElseThrow() instanceof ContentBlock.Unknown);
        assertTrue(ContentMapper.read(json("{\"text\":\"no type\"}")).isEmpty());
        assertTrue(ContentMapper.read(json("7")).isEmpty());
    }

    @Test
    @Tag("ACP-05")
    @Tag("CONTENT-01")
    @Tag("R-AG-166")
    void contentIsWrittenWhereTheAgentTakesIt() {
        URI uri = URI.create("file:///a");
        Prompt prompt = new Prompt(List.of(
                ContentBlock.text("t"),
                new ContentBlock.Image("image/png", "AA"),
                new ContentBlock.Audio("audio/wav", "BB"),
                new ContentBlock.ResourceLink("a", uri, Optional.of("text/plain")),
                new ContentBlock.TextResource(uri, Optional.empty(), "in"),
                new ContentBlock.BlobResource(uri, Optional.of("x/y"), "CC")));
        Capabilities all = Capabilities.of(Feature.IMAGE, Feature.AUDIO, Feature.EMBEDDED_CONTEXT);
        assertEquals(
                "[{\"type\":\"text\",\"text\":\"t\"},{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AA\"},"
                        + "{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"BB\"},"
                        + "{\"type\":\"resource_link\",\"uri\":\"file:///a\",\"name\":\"a\",\"mimeType\":\"text/plain\"},"
                        + "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\",\"text\":\"in\"}},"
                        + "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\",\"mimeType\":\"x/y\",\"blob\":\"CC\"}}]",
                ContentMapper.write(prompt, all).toString());
        for (ContentBlock block : prompt.blocks().subList(1, 3)) {
            AgentException refused = assertThrows(
                    AgentException.class, () -> ContentMapper.write(new Prompt(List.of(block)), Capabilities.NONE));
            assertEquals(ErrorCode.UNSUPPORTED, refused.code());
        }
        ContentMapper.write(new Prompt(List.of(prompt.blocks().get(3))), Capabilities.NONE);
    }

    @Test
    @Tag("ACP-22")
    @Tag("TOL-03")
    @Tag("MODE-01")
    void optionsAreFlatOrGroupedAndOneBadItemCostsOnlyItself() {
        SessionFacts facts = SessionFacts.NONE.opened(
                json(
                        "{\"modes\":{\"currentModeId\":\"a\",\"availableModes\":["
                                + "{\"id\":\"a\"},{\"name\":\"no id\"},7]},\"configOptions\":[null,{\"id\":\"x\"},"
                                + "{\"id\":\"m\",\"category\":\"future\",\"type\":\"select\",\"currentValue\":\"1\",\"options\":["
                                + "{\"value\":\"1\"},{\"group\":\"g\",\"name\":\"G\",\"options\":[{\"value\":\"2\",\"name\":\"Two\"},{}]}]}]}"));
        SessionState state = facts.state();
        assertEquals(
                List.of("a"), state.modes().stream().map(SessionState.Mode::id).toList());
        SessionState.Option option = state.options().get(0);
        assertEquals(SessionState.Category.OTHER, option.category());
        assertEquals(
                List.of(new SessionState.Choice("1", "1", "", ""), new SessionState.Choice("2", "Two", "", "G")),
                option.choices());
    }

    @Test
    @Tag("ACP-22")
    void aModeOptionIsTheModeAndMovesWithIt() {
        SessionFacts facts =
                SessionFacts.NONE.opened(json("{\"modes\":{\"currentModeId\":\"old\",\"availableModes\":[]},"
                        + "\"configOptions\":[{\"id\":\"how\",\"category\":\"mode\",\"type\":\"select\",\"currentValue\":\"build\","
                        + "\"options\":[{\"value\":\"build\",\"name\":\"B\"},{\"value\":\"plan\",\"name\":\"P\"}]}]}"));
        assertEquals(Optional.of("build"), facts.state().mode());
        assertEquals(2, facts.state().modes().size());
        SessionState moved = facts.withMode("plan").state();
        assertEquals(Optional.of("plan"), moved.mode());
        assertEquals("plan", moved.option("how").orElseThrow().value());
    }

    @Test
    @Tag("ACP-23")
    @Tag("MODE-04")
    void modelsOfTheOlderFormYieldToAnOption() {
        String models =
                "\"models\":{\"currentModelId\":\"a\",\"availableModels\":[{\"modelId\":\"a\",\"name\":\"A\"}]}";
        SessionFacts older = SessionFacts.NONE.opened(json("{" + models + "}"));
        assertTrue(older.modelIsLegacy());
        assertEquals(
                "a",
                older.state().option(SessionState.Category.MODEL).orElseThrow().value());
        SessionFacts both = SessionFacts.NONE.opened(json("{" + models + ",\"configOptions\":[{\"id\":\"llm\","
                + "\"category\":\"model\",\"type\":\"select\",\"currentValue\":\"b\",\"options\":[]}]}"));
        assertEquals(1, both.state().options().size());
        assertEquals(
                "b",
                both.state().option(SessionState.Category.MODEL).orElseThrow().value());
    }

    @Test
    @Tag("ACP-37")
    @Tag("PERM-01")
    @Tag("TOL-02")
    void permissionOptionsMeanWhatTheirKindSays() {
        List<PermissionOption> options = PermissionMapper.options(
                json(
                        "{\"options\":[{\"optionId\":\"allow\","
                                + "\"name\":\"Allow\",\"kind\":\"reject_once\"},{\"optionId\":\"z\",\"kind\":\"future\"},{\"name\":\"x\"}]}"));
        assertEquals(
                List.of(PermissionOption.Kind.REJECT_ONCE, PermissionOption.Kind.OTHER),
                options.stream().map(PermissionOption::kind).toList());
        assertEquals("z", options.get(1).name());
    }

    @Test
    @Tag("ACP-32")
    @Tag("R-AG-84")
    @Tag("R-AG-146")
    @Tag("R-AG-182")
    void usageIsAbsentWhereItIsNotTold() {
        Usage session =
                UsageMapper.session(json("{\"used\":5,\"size\":-1,\"cost\":{\"amount\":0.25,\"currency\":\"USD\"}}"));
        assertEquals(5, session.contextUsed().orElseThrow());
        assertTrue(session.contextSize().isEmpty());
        assertEquals(new BigDecimal("0.25"), session.cost().orElseThrow().amount());
        assertTrue(UsageMapper.turn(json("{\"usage\":{}}")).isEmpty());
        Usage turn = UsageMapper.turn(json("{\"usage\":{\"inputTokens\":1,\"thoughtTokens\":\"many\",\"toolCalls\":2,"
                        + "\"durationMs\":1500,\"perModel\":{\"m\":{\"outputTokens\":3}}}}"))
                .orElseThrow();
        assertEquals(1, turn.inputTokens().orElseThrow());
        assertTrue(turn.thoughtTokens().isEmpty());
        assertEquals(Duration.ofMillis(1500), turn.duration().orElseThrow());
        assertEquals(3, turn.perModel().get("m").outputTokens().orElseThrow());
    }

    @Test
    @Tag("ACP-43")
    @Tag("ELICIT-01")
    void formsKeepTheirBoundsAndAnswersTheirTypes() {
        Question question = ElicitationMapper.form(
                "q1",
                json("{\"message\":\"M\",\"requestedSchema\":{\"title\":\"T\","
                        + "\"properties\":{\"pin\":{\"type\":\"string\",\"format\":\"password\",\"minLength\":4},"
                        + "\"tags\":{\"type\":\"array\",\"maxItems\":2,\"items\":{\"anyOf\":[{\"const\":\"a\",\"title\":\"A\"}]},"
                        + "\"default\":[\"a\"]},\"n\":{\"type\":\"number\",\"maximum\":2.5},\"odd\":{\"type\":\"future\"},"
                        + "\"b\":{\"type\":\"boolean\"}},\"required\":[\"pin\"]}}"));
        assertEquals("T", question.title());
        Question.Field pin = question.fields().get(0);
        assertEquals(Question.Type.SECRET, pin.type());
        assertEquals(4, pin.bounds().minLength().orElseThrow());
        assertTrue(pin.required());
        Question.Field tags = question.fields().get(1);
        assertTrue(tags.multiple());
        assertEquals(List.of("a"), tags.defaults());
        assertEquals("A", tags.choices().get(0).label());
        assertEquals(Question.Type.TEXT, question.fields().get(3).type());
        assertEquals(
                "{\"action\":\"accept\",\"content\":{\"pin\":\"1234\",\"tags\":[\"a\"],\"n\":1.5}}",
                ElicitationMapper.result(
                                question,
                                new Answer.Accepted(Map.of(
                                        "pin", List.of("1234"),
                                        "tags", List.of("a"),
                                        "n", List.of("1.5"),
                                        "b", List.of("maybe"))))
                        .toString());
        assertEquals(
                "{\"action\":\"decline\"}",
                ElicitationMapper.result(question, new Answer.Declined("no")).toString());
        assertEquals(
                "{\"action\":\"cancel\"}",
                ElicitationMapper.result(question, new Answer.Cancelled()).toString());
    }

    private static PeerErrors errors(EngineBinding binding) {
        return new PeerErrors("agent", binding, System.getLogger("test"));
    }

    private static AgentException error(String method, int code, String message, String data) {
        return errors(new BareBinding())
                .translate(method, new JsonRpcException(code, message, Optional.of(new RawJson(data))), "tail");
    }

    @Test
    @Tag("ACP-18")
    void errorsSayTheirRealCauseInOneLine() {
        AgentException hidden =
                error("session/prompt", -32603, "Internal error", "{\"error\":{\"message\":\"no\\nmoney\"}}");
        assertEquals(ErrorCode.AGENT_ERROR, hidden.code());
        assertTrue(hidden.getMessage().endsWith("Internal error: no money"), hidden::getMessage);
        assertEquals("tail", hidden.detail().stderrTail());
        String deep = "{\"error\":".repeat(40) + "\"x\"" + "}".repeat(40);
        assertEquals(
                ErrorCode.AGENT_ERROR,
                error("session/load", -32603, "Internal error", deep).code());
    }

    @Test
    @Tag("ACP-18")
    @Tag("LOAD-02")
    void aLostSessionIsToldInManyWays() {
        assertEquals(
                ErrorCode.SESSION_NOT_FOUND,
                error("session/load", -32002, "Resource not found", "null").code());
        for (String details : List.of("Invalid session identifier \"x\"", "Session x not found", "unknown session")) {
            String data = "{\"details\":" + Json.object().put("d", details).path("d") + "}";
            assertEquals(
                    ErrorCode.SESSION_NOT_FOUND,
                    error("session/load", -32603, "Internal error", data).code());
            assertEquals(
                    ErrorCode.AGENT_ERROR,
                    error("session/prompt", -32603, "Internal error", data).code());
        }
        String nested = "{\"error\":".repeat(9) + "\"session x not found\"" + "}".repeat(9);
        assertEquals(
                ErrorCode.SESSION_NOT_FOUND,
                error("session/resume", -32603, "Internal error", nested).code());
        assertEquals(
                ErrorCode.SESSION_NOT_FOUND,
                error("session/prompt", -32603, "Session not found: x", "{}").code());
        assertEquals(
                ErrorCode.AUTH_REQUIRED,
                error("session/prompt", 401, "no", "{}").code());
        assertEquals(
                ErrorCode.UNSUPPORTED, error("session/list", -32601, "no", "{}").code());
    }

    @Test
    void theBindingHasTheFirstWordOnErrors() {
        EngineBinding binding = new BareBinding() {
            @Override
            public Optional<ErrorCode> classify(PeerError error) {
                return error.code() == 7 ? Optional.of(ErrorCode.LIMIT) : Optional.empty();
            }
        };
        PeerErrors errors = errors(binding);
        assertEquals(
                ErrorCode.LIMIT,
                errors.translate("session/prompt", new JsonRpcException(7, "x"), "")
                        .code());
    }

    @Test
    void optionsAreReadAndUnreadableTimesRefused() {
        AcpOptions options = AcpOptions.read(
                Map.of("replayQuiet", "1m30s", "cancelGrace", "500ms", "authOnDemand", "false", "authMethod", " "),
                Limits.DEFAULT);
        assertEquals(Optional.of(Duration.ofSeconds(90)), options.replayQuiet());
        assertEquals(Duration.ofMillis(500), options.cancelGrace());
        assertEquals(Limits.DEFAULT.initialize(), options.initialize());
        assertEquals(Optional.empty(), options.authMethod());
        assertTrue(!options.signInOnDemand() && !options.sharedProcess());
        AgentException refused = assertThrows(
                AgentException.class, () -> AcpOptions.read(Map.of("cancelGrace", "soon"), Limits.DEFAULT));
        assertEquals(ErrorCode.CONFIGURATION, refused.code());
        assertTrue(refused.getMessage().contains("cancelGrace"), refused::getMessage);
    }

    @Test
    @Tag("ACP-24")
    void earlyUpdatesAreBounded() {
        EarlyUpdates early = new EarlyUpdates(2);
        assertTrue(early.add("a", json("1")) && early.add("b", json("2")) && !early.add("a", json("3")));
        assertEquals(List.of(json("1")), early.take("a"));
        assertTrue(early.take("a").isEmpty());
        assertTrue(early.add("c", json("4")));
        assertEquals(2, early.clear());
        assertTrue(early.take("b").isEmpty());
    }
}
