package dev.termal.dist.packaged;

import static dev.termal.testkit.JsonRpcLines.notification;
import static dev.termal.testkit.JsonRpcLines.result;
import static dev.termal.testkit.JsonRpcLines.resultOf;

import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedChild;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** Agents of a few scripted words, as real children; their session is {@code s1}. */
public final class ScriptedAcp {
    private ScriptedAcp() {}

    /** Opens a session; what comes with the prompt is the caller's to add. */
    public static Script untilPrompt() {
        return new Script()
                .onMethod("initialize", result("{\"protocolVersion\":1,\"agentCapabilities\":{}}"))
                .onMethod("session/new", result("{\"sessionId\":\"s1\"}"))
                .expectMethod("session/prompt")
                .as("prompt");
    }

    /** Any update. */
    public static String update(String json) {
        return notification("session/update", "{\"sessionId\":\"s1\",\"update\":" + json + "}");
    }

    /** A piece of a message. */
    public static String says(String text) {
        return update("{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":"
                + JsonMapper.shared().writeValueAsString(text) + "}}");
    }

    /** The answer to the line that the script named {@code prompt}. */
    public static String endsTurn() {
        return endsTurn("prompt", "end_turn");
    }

    /** The answer to a prompt that the script gave another name, or with another reason. */
    public static String endsTurn(String prompt, String reason) {
        return resultOf("{{" + prompt + ".id}}", "{\"stopReason\":\"" + reason + "\"}");
    }

    /** The command as {@code --agent-cmd} and the config file want it. */
    public static String command(Script script, Path folder) throws IOException {
        return json(ScriptedChild.command(script, folder));
    }

    /** A list of words as JSON. */
    public static String json(List<String> argv) {
        return argv.stream().map(JsonMapper.shared()::writeValueAsString).collect(Collectors.joining(",", "[", "]"));
    }
}
