package dev.termal.agent.cursor;

import dev.termal.api.AuthStatus;
import dev.termal.api.spi.HostEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The CLI's own configuration. Reads only; of credentials nothing but their existence. */
final class CursorHome {
    static final String SIGN_IN = "Run: cursor-agent login. Or set CURSOR_API_KEY.";

    private static final long MAX_FILE_BYTES = 1 << 20;

    private final HostEnvironment environment;

    CursorHome(HostEnvironment environment) {
        this.environment = environment;
    }

    Path configFile() {
        return folder().resolve("cli-config.json");
    }

    /** Who approves tools by the person's own configuration: {@code allowlist}, {@code unrestricted}, or empty. */
    Optional<String> approvalMode() {
        return config().map(json -> json.path("approvalMode").asString("")).filter(mode -> !mode.isBlank());
    }

    AuthStatus authStatus() {
        for (String name : new String[] {"CURSOR_API_KEY", "CURSOR_AUTH_TOKEN"}) {
            if (variable(name).isPresent()) {
                return AuthStatus.signedIn(name);
            }
        }
        boolean loggedIn = Stream.of(
                        folder(), environment.home().resolve(".config").resolve("cursor"))
                .anyMatch(folder -> Files.exists(folder.resolve("auth.json")));
        if (loggedIn
                || config().filter(json -> !json.path("authInfo").isEmpty()).isPresent()) {
            return AuthStatus.signedIn("login");
        }
        return environment.platform().equals("macos")
                ? AuthStatus.unknown("The login may be in the keychain. " + SIGN_IN)
                : AuthStatus.required(SIGN_IN);
    }

    private Path folder() {
        return variable("CURSOR_CONFIG_DIR")
                .map(Path::of)
                .or(() -> variable("XDG_CONFIG_HOME")
                        .map(folder -> Path.of(folder).resolve("cursor")))
                .orElseGet(() -> environment.home().resolve(".cursor"));
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(environment.variables().get(name)).filter(value -> !value.isBlank());
    }

    private Optional<JsonNode> config() {
        Path file = configFile();
        try {
            return Files.isRegularFile(file) && Files.size(file) <= MAX_FILE_BYTES
                    ? Optional.of(JsonMapper.shared().readTree(Files.readString(file, StandardCharsets.UTF_8)))
                    : Optional.empty();
        } catch (IOException | JacksonException e) {
            return Optional.empty(); // the CLI itself will say what is wrong with it
        }
    }
}
