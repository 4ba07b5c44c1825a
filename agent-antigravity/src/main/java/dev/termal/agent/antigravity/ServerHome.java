package dev.termal.agent.antigravity;

import dev.termal.api.AuthStatus;
import dev.termal.api.spi.HostEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The ACP server's own files: its settings, which it reads at its start only, and its token, of which nothing but the existence
 * is looked at.
 */
final class ServerHome {
    private static final long MAX_FILE_BYTES = 1 << 20;

    private final HostEnvironment environment;

    ServerHome(HostEnvironment environment) {
        this.environment = environment;
    }

    Path settings() {
        return folder().resolve("settings.json");
    }

    Path token() {
        return folder().resolve("acp_token.json");
    }

    private Path folder() {
        return variable("GEMINI_HOME")
                .map(Path::of)
                .orElseGet(() -> environment.home().resolve(".gemini"))
                .resolve("antigravity-acp");
    }

    AuthStatus authStatus() {
        String method =
                settingsJson().map(json -> json.at("/auth/type").asString("")).orElse("");
        return switch (method) {
            case "" -> AuthStatus.required("No sign-in method is chosen in " + settings() + ".\n" + SignInRecipes.ALL);
            case "oauth-personal", "oauth-business" ->
                Files.exists(token())
                        ? AuthStatus.signedIn(method)
                        : AuthStatus.required(
                                "The settings choose " + method + ", but nobody has signed in: run termal auth login"
                                        + " -a antigravity. The login of the Antigravity app or CLI does not count here.");
            case "gemini-api-key" ->
                variable("GEMINI_API_KEY").isPresent()
                        ? AuthStatus.signedIn("GEMINI_API_KEY")
                        : AuthStatus.required("The settings choose an API key, but GEMINI_API_KEY is not set.");
            case "agent-platform", "vertex-ai" -> platform();
            default -> AuthStatus.unknown("The settings choose the sign-in method " + method + ".");
        };
    }

    private AuthStatus platform() {
        boolean project = settingsJson()
                        .filter(json -> json.at("/gcp/project").isString())
                        .isPresent()
                || (variable("GOOGLE_CLOUD_PROJECT").isPresent()
                        && variable("GOOGLE_CLOUD_LOCATION").isPresent());
        return project || variable("GOOGLE_API_KEY").isPresent()
                ? AuthStatus.signedIn("Gemini Enterprise Agent Platform")
                : AuthStatus.required(
                        "The settings choose the Agent Platform, but name no project, and neither GOOGLE_API_KEY"
                                + " nor both of GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION are set.");
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(environment.variables().get(name)).filter(value -> !value.isBlank());
    }

    private Optional<JsonNode> settingsJson() {
        Path file = settings();
        try {
            return Files.isRegularFile(file) && Files.size(file) <= MAX_FILE_BYTES
                    ? Optional.of(JsonMapper.shared().readTree(Files.readString(file, StandardCharsets.UTF_8)))
                    : Optional.empty();
        } catch (IOException | JacksonException e) {
            return Optional.empty(); // the server itself will say what is wrong with it
        }
    }
}
