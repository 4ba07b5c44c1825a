package dev.termal.dist.others;

import dev.termal.dist.model.FakeOpenAiApi;
import dev.termal.testkit.NpmPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Published agents that nothing in the host or its engines knows, and what a person would write to use them. */
enum Published {
    OPENCODE {
        @Override
        List<String> command() throws IOException, InterruptedException {
            Path folder = NpmPackages.folder("opencode-ai", "1.18.33");
            String program = "opencode-linux-" + NpmPackages.architecture();
            return List.of(folder.resolve(program).resolve("bin/opencode").toString(), "acp");
        }

        @Override
        Map<String, String> environment(Path home, String api) throws IOException {
            ObjectNode config = JSON.createObjectNode()
                    .put("model", "fake/" + FakeOpenAiApi.MODEL)
                    .put("autoupdate", false)
                    .put("share", "disabled");
            config.putArray("enabled_providers").add("fake");
            config.putObject("permission").put("bash", "ask").put("edit", "ask");
            ObjectNode provider =
                    config.putObject("provider").putObject("fake").put("npm", "@ai-sdk/openai-compatible");
            provider.putObject("options").put("baseURL", api).put("apiKey", "fake");
            provider.putObject("models")
                    .putObject(FakeOpenAiApi.MODEL)
                    .putObject("limit")
                    .put("context", 100_000)
                    .put("output", 10_000);
            write(home.resolve("config/opencode/opencode.json"), config);
            return Map.of(
                    "HOME", home.toString(),
                    "XDG_CONFIG_HOME", home.resolve("config").toString(),
                    "XDG_DATA_HOME", home.resolve("data").toString(),
                    "XDG_STATE_HOME", home.resolve("state").toString(),
                    "XDG_CACHE_HOME", home.resolve("cache").toString(),
                    "OPENCODE_DISABLE_MODELS_FETCH", "1",
                    "OPENCODE_DISABLE_AUTOUPDATE", "1");
        }
    },

    QWEN {
        @Override
        List<String> command() throws IOException, InterruptedException {
            Path program = NpmPackages.executable("@qwen-code/qwen-code", "0.24.4", "qwen");
            return List.of(NpmPackages.node().toString(), program.toString(), "--acp");
        }

        @Override
        Map<String, String> environment(Path home, String api) throws IOException {
            ObjectNode settings = JSON.createObjectNode();
            settings.putObject("general").put("enableAutoUpdate", false);
            settings.putObject("privacy").put("usageStatisticsEnabled", false);
            settings.putObject("security").putObject("auth").put("selectedType", "openai");
            write(home.resolve(".qwen/settings.json"), settings);
            return Map.of(
                    "HOME",
                    home.toString(),
                    "OPENAI_API_KEY",
                    "fake",
                    "OPENAI_BASE_URL",
                    api,
                    "OPENAI_MODEL",
                    FakeOpenAiApi.MODEL);
        }

        @Override
        void settings(ObjectNode agent) {
            agent.put("mode", "default"); // of itself it would let a model judge what is safe
        }
    };

    private static final JsonMapper JSON = JsonMapper.shared();

    private static void write(Path file, ObjectNode json) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, json.toString());
    }

    /** How it is started. */
    abstract List<String> command() throws IOException, InterruptedException;

    /** What it wants in its environment; writes its own settings below this folder. */
    abstract Map<String, String> environment(Path home, String api) throws IOException;

    /** What else the host's config says of it. */
    void settings(ObjectNode agent) {}

    String agent() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The host's config file that defines it. */
    String config(Path home, String api) throws IOException, InterruptedException {
        ObjectNode config = JSON.createObjectNode();
        ObjectNode agent = config.putObject("agents").putObject(agent());
        command().forEach(agent.putArray("command")::add);
        environment(home, api).forEach(agent.putObject("env")::put);
        agent.putObject("options").put("initializeTimeout", "3m").put("sessionTimeout", "3m"); // slow when many build
        settings(agent);
        return config.toString();
    }
}
