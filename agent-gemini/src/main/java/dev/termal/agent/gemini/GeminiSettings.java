package dev.termal.agent.gemini;

import dev.termal.api.AgentId;
import dev.termal.api.spi.EngineBinding.ModelInfo;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What config may give for the Gemini CLI, and the launch arguments that it becomes. */
final class GeminiSettings {
    static final AgentId ID = new AgentId("gemini");
    static final String EXECUTABLE = "executable";

    private static final String SANDBOX = "sandbox";
    private static final String EXTENSIONS = "extensions";
    private static final String INCLUDE_DIRECTORIES = "includeDirectories";
    private static final String ALLOWED_MCP_SERVERS = "allowedMcpServers";
    private static final String DEBUG = "debug";
    private static final String TRUST_WORKSPACE = "trustWorkspace";

    /** The agent's own names for its modes; a mode that it does not offer is refused by it. */
    static final List<String> MODES = List.of("default", "autoEdit", "yolo", "plan");

    /** The names that hold for every account; concrete models are told by a session. */
    static final List<ModelInfo> MODELS = List.of(
            new ModelInfo("auto", "Auto", "The CLI chooses a model for each task"),
            new ModelInfo("pro", "Pro", "The strongest model"),
            new ModelInfo("flash", "Flash", "A fast model"),
            new ModelInfo("flash-lite", "Flash-Lite", "The fastest model"));

    static final List<Setting> ALL = List.of(
            Setting.of(EXECUTABLE, Setting.Type.PATH, "The gemini executable, where the one on PATH is not meant.")
                    .withEnvironment("TERMAL_GEMINI_EXECUTABLE"),
            new Setting(
                    "model",
                    Setting.Type.TEXT,
                    MODELS.stream().map(ModelInfo::id).toList(),
                    Optional.empty(),
                    List.of(),
                    "The model, by an alias or a concrete name."),
            Setting.choice(
                    "mode",
                    MODES,
                    "How the CLI itself approves tools: default asks, autoEdit edits without asking, yolo asks nothing, plan only reads."),
            Setting.choice(
                    SANDBOX,
                    List.of("true", "false", "docker", "podman", "sandbox-exec", "runsc", "lxc"),
                    "Whether, or with what, the CLI puts itself into a sandbox."),
            Setting.of(EXTENSIONS, Setting.Type.LIST, "The only extensions to load; none loads none."),
            Setting.of(INCLUDE_DIRECTORIES, Setting.Type.LIST, "Further folders of the workspace."),
            Setting.of(ALLOWED_MCP_SERVERS, Setting.Type.LIST, "The only MCP servers to use, by name."),
            Setting.of(TRUST_WORKSPACE, Setting.Type.BOOLEAN, "Trusts the folder for this session.")
                    .withDefault("false"),
            Setting.of(DEBUG, Setting.Type.BOOLEAN, "Makes the CLI log on its error output.")
                    .withDefault("false"));

    private GeminiSettings() {}

    /** The arguments that the settings become, each in the form that takes any value. */
    static List<String> arguments(HostEnvironment environment) {
        List<String> arguments = new ArrayList<>();
        String sandbox = sandbox(environment);
        if (sandbox.equals("false")) {
            arguments.add("--sandbox=false");
        } else if (!sandbox.isEmpty()) {
            arguments.add("--sandbox");
        }
        environment.settings(ID, EXTENSIONS).forEach(name -> arguments.add("--extensions=" + name));
        environment.settings(ID, INCLUDE_DIRECTORIES).forEach(path -> arguments.add("--include-directories=" + path));
        environment
                .settings(ID, ALLOWED_MCP_SERVERS)
                .forEach(name -> arguments.add("--allowed-mcp-server-names=" + name));
        if (isOn(environment, TRUST_WORKSPACE)) {
            arguments.add("--skip-trust");
        }
        if (isOn(environment, DEBUG)) {
            arguments.add("--debug");
        }
        return arguments;
    }

    /** {@code true}, {@code false}, the name of a sandbox, or empty. */
    static String sandbox(HostEnvironment environment) {
        return environment.setting(ID, SANDBOX).orElse("");
    }

    private static boolean isOn(HostEnvironment environment, String key) {
        return environment.setting(ID, key).filter("true"::equals).isPresent();
    }
}
