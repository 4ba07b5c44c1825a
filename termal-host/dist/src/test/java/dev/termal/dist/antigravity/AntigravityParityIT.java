package dev.termal.dist.antigravity;

import dev.termal.dist.packaged.ScriptedProgram;
import dev.termal.testkit.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The scenes on both engines: on scripted programs, real children, in every build; on the real ones where somebody asks. */
@Tag("R-AG-152")
@Tag("R-AG-194")
class AntigravityParityIT {
    /** The scripted CLI. */
    @Nested
    @EnabledOnOs(OS.LINUX)
    class Cli extends AntigravityScenes {
        Cli() {
            super("stream-json");
        }

        @Override
        Map<String, String> environment() throws IOException {
            Script script = new Script().verbatim("{\"event\":\"init\",\"init\":{\"conversation_id\":\"conv-777\"}}");
            answers(script, "word: PARITY", "PARITY");
            answers(script, "Remember this", "noted");
            answers(script, "Which word", "bluefish");
            script.on("Count from", says("1"));
            return with("AGY_BIN", ScriptedProgram.in(folder, "agy", script));
        }

        private static void answers(Script script, String prompt, String answer) {
            script.on(
                    prompt,
                    says(answer),
                    "{\"event\":\"result\",\"result\":{\"status\":\"SUCCESS\",\"response\":\"" + answer
                            + "\",\"usage\":{\"input_tokens\":10,\"output_tokens\":2}}}");
        }

        private static String says(String text) {
            return "{\"event\":\"step_update\",\"step_update\":{\"step_index\":1,\"state\":\"ACTIVE\","
                    + "\"step_type\":\"agent_response\",\"text_delta\":\"" + text + "\"}}";
        }
    }

    /** The scripted ACP server. */
    @Nested
    @EnabledOnOs(OS.LINUX)
    class Server extends AntigravityScenes {
        private static final String MODELS =
                "\"configOptions\":[{\"id\":\"model\",\"name\":\"Model\",\"category\":\"model\","
                        + "\"type\":\"select\",\"currentValue\":\"gemini-3.7-flash-high\",\"options\":["
                        + "{\"value\":\"gemini-3.8-flash-low\",\"name\":\"L\"},{\"value\":\"gemini-3.7-flash-high\",\"name\":\"H\"}]}]";

        Server() {
            super("acp");
        }

        @Override
        Map<String, String> environment() throws IOException {
            Script script = new Script();
            result(
                    script,
                    "initialize",
                    "{\"protocolVersion\":1,\"agentCapabilities\":{\"loadSession\":true,"
                            + "\"sessionCapabilities\":{\"resume\":{}}},\"agentInfo\":{\"name\":\"antigravity-acp\",\"version\":\"RC01\"}}");
            result(script, "session/new", "{\"sessionId\":\"s-1\"," + MODELS + "}");
            result(script, "session/resume", "{" + MODELS + "}");
            result(script, "session/set_config_option", "{}");
            answers(script, "word: PARITY", "PARITY");
            answers(script, "Remember this", "noted");
            answers(script, "Which word", "bluefish");
            script.on("Count from", says("1"));
            Files.createDirectories(folder.resolve("termal"));
            Files.writeString(
                    folder.resolve("termal/config.json"),
                    "{\"agents\":{\"antigravity\":{\"engine\":\"acp\",\"options\":{\"cancelGrace\":\"1s\"}}}}");
            return with("AGY_ACP_BIN", ScriptedProgram.in(folder, "agy_acp_server.par", script));
        }

        private static void result(Script script, String method, String result) {
            script.onMethod(method, "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":" + result + "}");
        }

        private static void answers(Script script, String prompt, String answer) {
            script.on(
                    prompt,
                    says(answer),
                    "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":{\"stopReason\":\"end_turn\"}}");
        }

        private static String says(String text) {
            return "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s-1\",\"update\":"
                    + "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"" + text
                    + "\"}}}}";
        }
    }

    /** The real CLI; spends tokens. */
    @Nested
    @EnabledIfEnvironmentVariable(named = "AGY_LIVE", matches = "1")
    class LiveCli extends AntigravityScenes {
        LiveCli() {
            super("stream-json");
        }

        @Override
        Map<String, String> environment() {
            return System.getenv();
        }
    }

    /** The real ACP server; spends tokens. */
    @Nested
    @EnabledIfEnvironmentVariable(named = "AGY_ACP_LIVE", matches = "1")
    class LiveServer extends AntigravityScenes {
        LiveServer() {
            super("acp");
        }

        @Override
        Map<String, String> environment() {
            return System.getenv();
        }
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.put(name, value);
        return variables;
    }
}
