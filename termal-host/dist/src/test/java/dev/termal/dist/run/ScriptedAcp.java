package dev.termal.dist.run;

import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedChild;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** Agents of a few scripted words, as real children. */
final class ScriptedAcp {
    private ScriptedAcp() {}

    /** Opens a session; what comes with the prompt is the caller's to add. */
    static Script untilPrompt() {
        return new Script()
                .onMethod(
                        "initialize",
                        "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":{\"protocolVersion\":1,\"agentCapabilities\":{}}}")
                .onMethod("session/new", "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":{\"sessionId\":\"s1\"}}")
                .expectMethod("session/prompt")
                .as("prompt");
    }

    static String says(String text) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s1\",\"update\":"
                + "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":"
                + JsonMapper.shared().writeValueAsString(text) + "}}}}";
    }

    static String endsTurn() {
        return "{\"jsonrpc\":\"2.0\",\"id\":{{prompt.id}},\"result\":{\"stopReason\":\"end_turn\"}}";
    }

    /** The command as {@code --agent-cmd} and the config file want it. */
    static String command(Script script, Path folder) throws IOException {
        return json(ScriptedChild.command(script, folder));
    }

    static String json(List<String> argv) {
        return argv.stream().map(JsonMapper.shared()::writeValueAsString).collect(Collectors.joining(",", "[", "]"));
    }
}
