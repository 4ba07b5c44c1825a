package dev.termal.dist.gemini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.termal.dist.gemini.HostRun.Ended;
import dev.termal.dist.npm.NpmAgents;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The packaged host, the published Gemini CLI, and a model on loopback, for runs by one engine. */
abstract class GeminiStage {
    private static final String VERSION = "0.61.0";

    private final String engine;

    @TempDir
    Path folder;

    FakeGeminiApi model;
    Path workspace;
    private Map<String, String> environment;

    GeminiStage(String engine) {
        this.engine = engine;
    }

    @BeforeEach
    final void start() throws Exception {
        Path executable = NpmAgents.executable("@google/gemini-cli", VERSION, "gemini");
        model = new FakeGeminiApi();
        workspace = Files.createDirectories(folder.resolve("work"));
        Path home = Files.createDirectories(folder.resolve("home/.gemini")).getParent();
        Files.writeString(
                home.resolve(".gemini/settings.json"),
                "{\"general\":{\"enableAutoUpdate\":false},\"privacy\":{\"usageStatisticsEnabled\":false},"
                        + "\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"}}}");
        environment = Map.of(
                "HOME",
                home.toString(),
                "TERMAL_HOME",
                folder.resolve("termal").toString(),
                "TERMAL_GEMINI_EXECUTABLE",
                executable.toString(),
                "GEMINI_API_KEY",
                "fake",
                "GOOGLE_GEMINI_BASE_URL",
                model.baseUrl(),
                "GEMINI_CLI_TRUST_WORKSPACE",
                "true");
    }

    @AfterEach
    final void stop() throws Exception {
        if (model != null) {
            model.close();
        }
    }

    HostRun start(String prompt, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("run", "-a", "gemini", "-o", "json", "-e", engine));
        arguments.addAll(List.of(options));
        if (!List.of(options).contains("-m")) {
            arguments.addAll(List.of("-m", "gemini-2.5-pro"));
        }
        arguments.add(prompt);
        return new HostRun(folder, workspace, environment, arguments);
    }

    Ended run(String prompt, String... options) throws Exception {
        try (HostRun host = start(prompt, options)) {
            Ended ended = host.end();
            host.awaitNoneLeft();
            return ended;
        }
    }

    static void assertEnded(Ended ended, String outcome, int exitCode) {
        assertEquals(outcome, ended.outcome(), ended::toString);
        assertEquals(exitCode, ended.exitCode(), ended::toString);
        assertEquals(exitCode, ended.one("turn_ended").path("exitCode").asInt(), ended::toString);
    }

    static List<String> texts(Ended ended, String type) {
        return ended.all(type).stream()
                .map(line -> line.path("text").asString(""))
                .toList();
    }

    static JsonNode lastToolCall(Ended ended) {
        List<JsonNode> calls = ended.all("tool_call");
        assertFalse(calls.isEmpty(), ended::toString);
        return calls.get(calls.size() - 1);
    }
}
