package dev.termal.agent.gemini;

import dev.termal.api.AgentException;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The Gemini CLI over ACP: one long-lived process, which asks before it acts.
 *
 * <p>Permissions change no argument: the host answers each request. The mode is set over the protocol, where the CLI says
 * whether it took it.
 */
final class GeminiAcp implements EngineBinding {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String DEFAULTS = "GEMINI_CLI_SYSTEM_DEFAULTS_PATH";

    @Override
    public EngineId engine() {
        return new EngineId("acp");
    }

    @Override
    public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
        Path executable = GeminiProfile.search(environment).orThrow(GeminiProfile.INSTALL);
        Path workspace = request.session().cwd();
        LaunchSpec.Builder launch = LaunchSpec.builder(executable, workspace)
                .args(GeminiVersion.protocolFlag(GeminiVersion.of(executable)))
                // Else it starts itself a second time under a parent that swallows signals.
                .env("GEMINI_CLI_NO_RELAUNCH", "true");
        request.session().model().ifPresent(model -> launch.args("-m", name("model", model)));
        launch.args(GeminiSettings.arguments(environment));
        request.session().additionalDirectories().forEach(folder -> launch.args("--include-directories=" + folder));
        String sandbox = GeminiSettings.sandbox(environment);
        if (!sandbox.isEmpty() && !sandbox.equals("true") && !sandbox.equals("false")) {
            launch.env("GEMINI_SANDBOX", sandbox);
        }
        GeminiHome home = new GeminiHome(environment);
        signIn(new GeminiSignIn(environment, home), launch, workspace);
        request.session()
                .resume()
                .flatMap(session -> new GeminiSessions(home).loadableFrom(session, workspace))
                .ifPresent(launch::notBefore);
        if (environment.platform().equals("windows")) {
            plainShell(home, launch);
        }
        return Optional.of(launch.build());
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

    /** History is repeated after the answer; signing in is the settings' matter, see {@link GeminiSignIn}. */
    @Override
    public Map<String, String> options() {
        return Map.of("replayQuiet", "500ms", "authOnDemand", "false");
    }

    @Override
    public List<ModelInfo> models(HostEnvironment environment) {
        return GeminiSettings.MODELS;
    }

    @Override
    public Set<String> rewrittenMethods() {
        return GeminiWire.METHODS;
    }

    @Override
    public RawJson rewrite(Wire kind, String method, RawJson message) {
        return GeminiWire.rewrite(kind, method, message);
    }

    @Override
    public Optional<ErrorCode> classify(PeerError error) {
        return GeminiErrors.classify(error);
    }
}
