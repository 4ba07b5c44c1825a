package dev.termal.dist.cursor;

import static dev.termal.dist.packaged.ScriptedAcp.endsTurn;
import static dev.termal.dist.packaged.ScriptedAcp.update;
import static dev.termal.testkit.JsonRpcLines.request;
import static dev.termal.testkit.JsonRpcLines.result;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedChild;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;

/**
 * The packaged host, and a scripted Cursor CLI where the vendor's installer would have put it. Each start of it plays the next
 * script. It has the habits of the real one: it refuses to be signed in over the protocol, and does not end with its input.
 */
abstract class CursorStage extends RunTest {
    /** The answer to a new session, in plan mode. */
    static final String SESSION = """
            {"sessionId":"s1","modes":{"currentModeId":"plan","availableModes":[{"id":"agent","name":"Agent"},
            {"id":"plan","name":"Plan"},{"id":"ask","name":"Ask"}]},"models":{"currentModelId":"default[]",
            "availableModels":[{"modelId":"default[]","name":"Auto"},
            {"modelId":"gpt-5.3-codex[reasoning=medium,fast=false]","name":"Codex"}]},"configOptions":[
            {"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"plan",
            "options":[{"value":"agent","name":"Agent"},{"value":"plan","name":"Plan"},{"value":"ask","name":"Ask"}]},
            {"id":"model","name":"Model","category":"model","type":"select","currentValue":"default[]",
            "options":[{"value":"default[]","name":"Auto"},
            {"value":"gpt-5.3-codex[reasoning=medium,fast=false]","name":"Codex"}]}]}""";

    private static final String CAPABILITIES = """
            {"protocolVersion":1,"agentCapabilities":{"loadSession":true,"promptCapabilities":{"image":true,"audio":false,
            "embeddedContext":false},"mcpCapabilities":{"http":true,"sse":true},"sessionCapabilities":{"list":{}}},
            "authMethods":[{"id":"cursor_login","name":"Cursor Login"}]}""";

    private Path installed;

    @BeforeEach
    final void install() throws IOException {
        installed = Files.createDirectories(folder.resolve("home/.local/share/cursor-agent/versions/2026.10.01"));
        Path program = Files.writeString(installed.resolve("cursor-agent"), """
                #!/bin/sh
                echo "$*" >> '%1$s/launches'
                exec sh '%1$s'/"$(grep -c '' '%1$s/launches')"/play
                """.formatted(installed));
        program.toFile().setExecutable(true);
        Path bin = Files.createDirectories(folder.resolve("home/.local/bin"));
        Files.createSymbolicLink(bin.resolve("agent"), program);
        host.with("PATH", bin + File.pathSeparator + System.getenv("PATH"));
    }

    /** What the CLI does at each of its starts. */
    final void plays(Script... starts) throws IOException {
        for (int i = 0; i < starts.length; i++) {
            Path start = Files.createDirectories(installed.resolve(Integer.toString(i + 1)));
            String command = ScriptedChild.command(starts[i], start).stream()
                    .map(word -> "'" + word + "'")
                    .collect(Collectors.joining(" "));
            Files.writeString(start.resolve("play"), "exec " + command + "\n");
        }
    }

    /** The arguments of each start so far. */
    final List<String> launches() throws IOException {
        return Files.readAllLines(installed.resolve("launches"));
    }

    final Ended run(String prompt, String... options) {
        List<String> arguments = new ArrayList<>(List.of("run", "-a", "cursor", "-o", "json"));
        arguments.addAll(List.of(options));
        arguments.add(prompt);
        Ended ended = host.run(arguments.toArray(String[]::new));
        host.awaitNothingLeft();
        return ended;
    }

    /** A file for {@code --answers}. */
    final String answers(String json) throws IOException {
        return Files.writeString(folder.resolve("answers.json"), json).toString();
    }

    /** JSON without the line breaks that it has to be read by people. */
    static String line(String json) {
        return json.replace("\n", "");
    }

    static Script started() {
        return new Script().expectMethod("initialize").send(result(line(CAPABILITIES)));
    }

    /** A new session, asked for at once: nothing is sent to sign in. */
    static Script opened() {
        return started().expectMethod("session/new").send(result(line(SESSION)));
    }

    static Script prompted() {
        return opened().expectMethod("session/prompt").as("prompt");
    }

    /** Ends the turn, and lives on however politely it is asked to end. */
    static Script ended(Script script) {
        return script.ignoreTerminate().send(endsTurn()).expectEndOfInput().stall("for good");
    }

    static String tool(String json) {
        return update(line(json));
    }

    static String permission(String id, String call, String options) {
        return request(
                id,
                "session/request_permission",
                line("{\"sessionId\":\"s1\",\"toolCall\":" + call + ",\"options\":" + options + "}"));
    }

    static String cursor(String id, String method, String params) {
        return request(id, "cursor/" + method, line(params));
    }
}
