package dev.termal.agent.gemini;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What every launch of the CLI has in common, whatever it is to speak. */
final class GeminiLaunch {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String DEFAULTS = "GEMINI_CLI_SYSTEM_DEFAULTS_PATH";

    private GeminiLaunch() {}

    static Path executable(HostEnvironment environment) {
        return GeminiProfile.search(environment).orThrow(GeminiProfile.INSTALL);
    }

    /**
     * A launch with the session's model and folders, the person's settings and sign-in.
     *
     * @param protocol the arguments that say what is to be spoken
     */
    static LaunchSpec.Builder of(
            Path executable, List<String> protocol, SessionRequest session, HostEnvironment environment) {
        LaunchSpec.Builder launch = LaunchSpec.builder(executable, session.cwd())
                .args(protocol)
                // Else it starts itself a second time under a parent that swallows signals.
                .env("GEMINI_CLI_NO_RELAUNCH", "true");
        session.model().ifPresent(model -> launch.args("-m", name("model", model)));
        launch.args(GeminiSettings.arguments(environment));
        session.additionalDirectories().forEach(folder -> launch.args("--include-directories=" + folder));
        String sandbox = GeminiSettings.sandbox(environment);
        if (!sandbox.isEmpty() && !sandbox.equals("true") && !sandbox.equals("false")) {
            launch.env("GEMINI_SANDBOX", sandbox);
        }
        GeminiHome home = new GeminiHome(environment);
        signIn(new GeminiSignIn(environment, home), launch, session.cwd());
        if (environment.platform().equals("windows")) {
            plainShell(home, launch);
        }
        return launch;
    }

    private static void signIn(GeminiSignIn signIn, LaunchSpec.Builder launch, Path workspace) {
        signIn.imported().forEach(launch::secretEnv);
        signIn.defaultMethod(workspace)
                .filter(method -> signIn.mayGiveDefaults())
                .ifPresent(method -> {
                    ObjectNode defaults = JSON.createObjectNode();
                    defaults.putObject("security").putObject("auth").put("selectedType", method);
                    launch.file("system-defaults.json", JSON.writeValueAsString(defaults));
                    launch.env(DEFAULTS, LaunchSpec.PRIVATE_FOLDER + "/system-defaults.json");
                });
    }

    /** On Windows the CLI's interactive shell crashes without a terminal, so it is switched off for this process. */
    private static void plainShell(GeminiHome home, LaunchSpec.Builder launch) {
        JsonNode system = GeminiHome.json(home.systemSettings())
                .filter(JsonNode::isObject)
                .orElseGet(JSON::createObjectNode);
        ObjectNode settings = (ObjectNode) system;
        child(child(settings, "tools"), "shell").put("enableInteractiveShell", false);
        launch.file("system-settings.json", JSON.writeValueAsString(settings));
        launch.env("GEMINI_CLI_SYSTEM_SETTINGS_PATH", LaunchSpec.PRIVATE_FOLDER + "/system-settings.json");
        if (Files.exists(home.systemDefaults())) {
            launch.env(DEFAULTS, home.systemDefaults().toString()); // else looked for beside the settings
        }
    }

    private static ObjectNode child(ObjectNode parent, String name) {
        return parent.path(name) instanceof ObjectNode object ? object : parent.putObject(name);
    }

    private static String name(String what, String value) {
        if (value.isBlank() || value.startsWith("-")) {
            throw new AgentException(ErrorCode.CONFIGURATION, "Not the name of a " + what + ": \"" + value + "\".");
        }
        return value;
    }
}
