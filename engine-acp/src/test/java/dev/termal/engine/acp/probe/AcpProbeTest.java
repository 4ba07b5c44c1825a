package dev.termal.engine.acp.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Verdict;
import dev.termal.api.spi.Verdict.Result;
import dev.termal.engine.acp.AcpEngineProvider;
import dev.termal.testkit.AgentSide;
import dev.termal.testkit.FakeContext;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedAgent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Probes on scripted agents that can much and little. */
@Timeout(180)
class AcpProbeTest {
    private static final String OPTIONS =
            "\"configOptions\":[{\"id\":\"model\",\"name\":\"M\",\"category\":\"model\",\"type\":\"select\",\"currentValue\":\"%s\","
                    + "\"options\":[{\"value\":\"small\",\"name\":\"Small\"},{\"value\":\"large\",\"name\":\"Large\"}]}]";

    @TempDir
    private Path folder;

    private record Bare() implements EngineBinding {
        @Override
        public EngineId engine() {
            return new EngineId("acp");
        }

        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            return Optional.of(
                    LaunchSpec.builder(Path.of("/agent"), request.session().cwd())
                            .build());
        }
    }

    /** What a scripted agent can do. */
    private static final class Server {
        private final boolean rich;
        private final boolean heedsCancel;
        private String counting = "";

        Server(boolean rich, boolean heedsCancel) {
            this.rich = rich;
            this.heedsCancel = heedsCancel;
        }

        void answer(String line, AgentSide side) {
            JsonNode frame = JsonMapper.shared().readTree(line);
            String id = frame.path("id").toString();
            switch (frame.path("method").asString("")) {
                case "initialize" ->
                    result(
                            side,
                            id,
                            "{\"protocolVersion\":1,\"agentInfo\":{\"name\":\"probed\",\"version\":\"7.1\"},"
                                    + "\"agentCapabilities\":{"
                                    + (rich
                                            ? "\"loadSession\":true,\"promptCapabilities\":{\"image\":true},"
                                                    + "\"sessionCapabilities\":{\"list\":{}}"
                                            : "")
                                    + "}}");
                case "session/new" ->
                    result(
                            side,
                            id,
                            "{\"sessionId\":\"s1\""
                                    + (rich
                                            ? ",\"modes\":{\"currentModeId\":\"a\",\"availableModes\":[{\"id\":\"a\",\"name\":\"A\"},"
                                                    + "{\"id\":\"b\",\"name\":\"B\"}]},"
                                                    + String.format(OPTIONS, "small")
                                            : "")
                                    + "}");
                case "session/load" -> result(side, id, "{}");
                case "session/list" -> result(side, id, "{\"sessions\":[{\"sessionId\":\"s1\",\"cwd\":\"/w\"}]}");
                case "session/set_mode" -> result(side, id, "{}");
                case "session/set_config_option" ->
                    result(
                            side,
                            id,
                            "{"
                                    + String.format(
                                            OPTIONS, frame.at("/params/value").asString()) + "}");
                case "session/prompt" -> prompt(side, id, line);
                case "session/cancel" -> {
                    if (heedsCancel) {
                        result(side, counting, "{\"stopReason\":\"cancelled\"}");
                    }
                }
                default -> {}
            }
        }

        private void prompt(AgentSide side, String id, String line) {
            update(
                    side,
                    "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"ready\"}}");
            if (line.contains("Count from")) {
                counting = id;
                return;
            }
            if (line.contains("probe.txt") && rich) {
                update(
                        side,
                        "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"t\",\"title\":\"write\",\"kind\":\"edit\","
                                + "\"status\":\"completed\",\"content\":[{\"type\":\"diff\",\"path\":\"/w/probe.txt\",\"newText\":\"hello\"}]}");
            }
            if (rich) {
                update(side, "{\"sessionUpdate\":\"usage_update\",\"used\":5,\"size\":10}");
            }
            result(side, id, "{\"stopReason\":\"end_turn\",\"_meta\":{\"accessToken\":\"s3cret\"}}");
        }

        private static void result(AgentSide side, String id, String result) {
            side.send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
        }

        private static void update(AgentSide side, String update) {
            side.send("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s1\",\"update\":"
                    + update + "}}");
        }
    }

    private Map<String, Verdict> probe(Script script) throws Exception {
        try (FakeContext context = FakeContext.realTime();
                ScriptedAgent agent = ScriptedAgent.always(script);
                Engine engine = new AcpEngineProvider().create(context)) {
            List<Verdict> verdicts = engine.probe()
                    .orElseThrow()
                    .run(new ConnectRequest(
                            new AgentId("probed"),
                            new Bare(),
                            SessionRequest.in(folder.toAbsolutePath()),
                            agent,
                            FakeMachine.in(folder),
                            Map.of("cancelGrace", "1s"),
                            ClientCapabilities.NONE,
                            event -> {}));
            assertEquals(
                    List.of("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "A", "B", "C", "D", "E", "F.7"),
                    verdicts.stream().map(Verdict::id).toList());
            return verdicts.stream().collect(Collectors.toMap(Verdict::id, Function.identity()));
        }
    }

    private static Script serving(Server server) {
        return new Script().on(line -> true, server::answer);
    }

    private static String results(Map<String, Verdict> verdicts, Result result) {
        return verdicts.values().stream()
                .filter(verdict -> verdict.result() == result)
                .map(Verdict::id)
                .sorted()
                .collect(Collectors.joining(" "));
    }

    @Test
    @Tag("R-AG-121")
    @Tag("R-AG-122")
    @Tag("R-AG-123")
    @Tag("R-AG-124")
    @Tag("R-AG-125")
    @Tag("R-AG-126")
    @Tag("R-AG-127")
    @Tag("R-AG-128")
    @Tag("R-AG-129")
    @Tag("R-AG-130")
    void anAgentThatCanAllPassesAll() throws Exception {
        Map<String, Verdict> verdicts = probe(serving(new Server(true, true)));
        assertEquals("", results(verdicts, Result.FAIL), verdicts::toString);
        assertEquals("", results(verdicts, Result.UNTESTED), verdicts::toString);
        assertEquals("", results(verdicts, Result.ABSENT), verdicts::toString);
        assertTrue(
                List.of("", "E").contains(results(verdicts, Result.FALLBACK)), "a busy machine may be slow to start");
        assertTrue(verdicts.get("P1").evidence().contains("probed 7.1"));
        assertTrue(verdicts.get("A").evidence().contains("from small to large and back in one process"));
        assertTrue(verdicts.get("P8").evidence().contains("it is listed"));
    }

    @Test
    @Tag("R-AG-131")
    void whatIsKeptHoldsNoCredentials() throws Exception {
        Map<String, Verdict> verdicts = probe(serving(new Server(true, true)));
        String captured = verdicts.get("P5").captured().toString();
        assertTrue(captured.contains("> {") && captured.contains("< {"), captured);
        assertTrue(captured.contains("\"accessToken\":\"***\""), captured);
        assertFalse(verdicts.toString().contains("s3cret"));
    }

    @Test
    @Tag("R-AG-130")
    void anAgentThatCanLittleIsAbsentWhereItOffersNothing() throws Exception {
        Map<String, Verdict> verdicts = probe(serving(new Server(false, false)));
        assertEquals("A B C P4 P7 P8 P9", results(verdicts, Result.ABSENT), verdicts::toString);
        assertEquals(Result.FAIL, verdicts.get("D").result(), "its session is lost with its process");
    }

    @Test
    @Tag("R-AG-130")
    void anAgentThatLosesItsProcessToACancelFallsBack() throws Exception {
        Map<String, Verdict> verdicts = probe(serving(new Server(true, false)));
        assertEquals(Result.FALLBACK, verdicts.get("D").result(), verdicts::toString);
        assertTrue(verdicts.get("D").evidence().contains("its process was ended"));
    }

    @Test
    void withoutAHandshakeNothingElseIsTested() throws Exception {
        Map<String, Verdict> verdicts =
                probe(new Script().stderr("no license\n").exit(3));
        assertEquals("P1", results(verdicts, Result.FAIL), verdicts::toString);
        assertEquals(14, results(verdicts, Result.UNTESTED).split(" ").length);
        assertTrue(
                verdicts.get("P5").evidence().contains("no license"),
                verdicts.get("P5").evidence());
    }

    @Test
    @Tag("R-AG-122")
    void whoIsNotSignedInIsToldSo() throws Exception {
        Script script = new Script()
                .onMethod("initialize", "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":{\"protocolVersion\":1}}")
                .onMethod(
                        "session/new",
                        "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"error\":{\"code\":-32000,\"message\":\"Authentication required\"}}");
        Map<String, Verdict> verdicts = probe(script);
        assertEquals("P2 P3", results(verdicts, Result.FAIL), verdicts::toString);
    }

    @Test
    @Tag("R-AG-131")
    @Tag("PF-70")
    void secretsAreTakenOutOfLines() {
        assertEquals(
                "{\"access_token\":\"***\",\"x\":\"y\",\"headers\":\"***\",\"env\":\"***\",\"tokens\":5}",
                Redaction.of("{\"access_token\":\"a\\\"b\",\"x\":\"y\",\"headers\":[{\"name\":\"n\",\"value\":\"v\"}],"
                        + "\"env\":{\"K\":\"V\"},\"tokens\":5}"));
        assertTrue(Redaction.of("x".repeat(3_000)).endsWith("… (3000 characters)"));
    }
}
