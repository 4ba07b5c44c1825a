package dev.termal.dist.gemini;

import dev.termal.dist.model.FakeGeminiApi;
import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.RunTest;
import dev.termal.testkit.NpmPackages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The packaged host, the published Gemini CLI, and a model on loopback, for runs by one engine. */
abstract class GeminiStage extends RunTest {
    private static final String VERSION = "0.61.0";

    private final String engine;

    FakeGeminiApi model;
    Path workspace;

    GeminiStage(String engine) {
        this.engine = engine;
    }

    @BeforeEach
    final void start() throws Exception {
        Path executable = NpmPackages.executable("@google/gemini-cli", VERSION, "gemini");
        model = new FakeGeminiApi();
        workspace = host.cwd();
        Path settings = folder.resolve("home/.gemini/settings.json");
        Files.createDirectories(settings.getParent());
        Files.writeString(
                settings,
                "{\"general\":{\"enableAutoUpdate\":false},\"privacy\":{\"usageStatisticsEnabled\":false},"
                        + "\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"}}}");
        host.with("TERMAL_GEMINI_EXECUTABLE", executable.toString())
                .with("GEMINI_API_KEY", "fake")
                .with("GOOGLE_GEMINI_BASE_URL", model.baseUrl())
                .with("GEMINI_CLI_TRUST_WORKSPACE", "true");
    }

    @AfterEach
    final void stop() {
        if (model != null) {
            model.close();
        }
    }

    HostRun start(String prompt, String... options) {
        List<String> arguments = new ArrayList<>(List.of("run", "-a", "gemini", "-o", "json", "-e", engine));
        arguments.addAll(List.of(options));
        if (!List.of(options).contains("-m")) {
            arguments.addAll(List.of("-m", "gemini-2.5-pro"));
        }
        arguments.add(prompt);
        return host.start(arguments.toArray(String[]::new)).closeInput();
    }

    Ended run(String prompt, String... options) {
        Ended ended = start(prompt, options).end();
        host.awaitNothingLeft();
        return ended;
    }
}
