package dev.termal.agent.gemini;

import dev.termal.api.spi.HostEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The CLI's own files: its settings in four tiers, the dotenv files of the home, its folder. Reads only, and reads what is
 * broken as absent: the CLI itself will say so.
 */
final class GeminiHome {
    private static final long MAX_FILE_BYTES = 1 << 20;
    private static final JsonMapper LENIENT = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    private final HostEnvironment environment;

    GeminiHome(HostEnvironment environment) {
        this.environment = environment;
    }

    /** The folder {@code .gemini}. */
    Path folder() {
        return home().resolve(".gemini");
    }

    private Path home() {
        return variable("GEMINI_CLI_HOME").map(Path::of).orElse(environment.home());
    }

    Path userSettings() {
        return folder().resolve("settings.json");
    }

    Path systemSettings() {
        return variable("GEMINI_CLI_SYSTEM_SETTINGS_PATH")
                .map(Path::of)
                .orElseGet(() -> switch (environment.platform()) {
                    case "macos" -> Path.of("/Library/Application Support/GeminiCli/settings.json");
                    case "windows" -> Path.of("C:\\ProgramData\\gemini-cli\\settings.json");
                    default -> Path.of("/etc/gemini-cli/settings.json");
                });
    }

    /** The tier of the lowest rank, for which the CLI takes another file where a variable names one. */
    Path systemDefaults() {
        return variable("GEMINI_CLI_SYSTEM_DEFAULTS_PATH")
                .map(Path::of)
                .orElseGet(() -> systemSettings().resolveSibling("system-defaults.json"));
    }

    /** The sign-in method that any tier of settings names, the strongest tier first. */
    Optional<String> selectedAuthType(Optional<Path> workspace) {
        List<Optional<Path>> tiers = List.of(
                Optional.of(systemSettings()),
                workspace.map(folder -> folder.resolve(".gemini").resolve("settings.json")),
                Optional.of(userSettings()),
                Optional.of(systemDefaults()));
        return tiers.stream()
                .flatMap(Optional::stream)
                .map(GeminiHome::json)
                .flatMap(Optional::stream)
                .map(settings -> settings.at("/security/auth/selectedType").asString(""))
                .filter(type -> !type.isBlank())
                .findFirst();
    }

    /**
     * A variable as the CLI will see it: the inherited one, else the one in the dotenv files of the home. Those of the
     * workspace are the CLI's own business: a repository shall not choose credentials for the host.
     */
    Optional<String> credential(String name) {
        return variable(name).or(() -> Optional.ofNullable(dotenv().get(name)));
    }

    /** What the dotenv files of the home give, each name from the first file that has it. */
    Map<String, String> dotenv() {
        Map<String, String> found = new LinkedHashMap<>();
        for (Path file : List.of(folder().resolve(".env"), home().resolve(".env"))) {
            text(file).ifPresent(text -> Dotenv.parse(text).forEach(found::putIfAbsent));
        }
        return found;
    }

    /** A variable that is inherited and not blank. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.variables().get(name)).filter(value -> !value.isBlank());
    }

    /** The JSON in a file, which may hold comments; empty where there is none that can be read. */
    static Optional<JsonNode> json(Path file) {
        return text(file).flatMap(GeminiHome::json);
    }

    /** JSON that may hold comments; empty where it is none. */
    static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(LENIENT.readTree(text));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= MAX_FILE_BYTES
                    ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
