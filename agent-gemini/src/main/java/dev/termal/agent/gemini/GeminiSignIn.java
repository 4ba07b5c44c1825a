package dev.termal.agent.gemini;

import dev.termal.api.AuthStatus;
import dev.termal.api.spi.HostEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the CLI will sign in, told from settings, variables and the existence of files.
 *
 * <p>Over the protocol the CLI signs in by itself from its settings. Its {@code authenticate} is not used: it writes the method
 * into the person's settings and drops the credentials of the one before. Where no settings name a method but variables decide,
 * the method is given in a defaults file of the process's own, the tier that every other settings file overrides.
 */
final class GeminiSignIn {
    static final String INSTRUCTIONS = "Gemini CLI signs in with one of:\n"
            + "- an API key: set GEMINI_API_KEY, or write GEMINI_API_KEY=… into ~/.gemini/.env"
            + " (keys: https://aistudio.google.com/apikey)\n"
            + "- Vertex AI: set GOOGLE_GENAI_USE_VERTEXAI=true and GOOGLE_API_KEY, or GOOGLE_CLOUD_PROJECT and"
            + " GOOGLE_CLOUD_LOCATION with application default credentials\n"
            + "- Login with Google: run gemini once and choose it; since 2026-06-18 Google serves it for Code Assist"
            + " Standard and Enterprise only, no longer for personal accounts (free, AI Pro, AI Ultra)\n"
            + "- a gateway that speaks the Gemini API: set GOOGLE_GEMINI_BASE_URL";

    private static final String KEY = "gemini-api-key";
    private static final String VERTEX = "vertex-ai";
    private static final String GOOGLE = "oauth-personal";
    private static final String COMPUTE = "compute-default-credentials";
    private static final String GATEWAY = "gateway";

    /** What is taken from the dotenv files of the home. */
    private static final List<String> IMPORTED = List.of(
            "GEMINI_API_KEY",
            "GOOGLE_GENAI_USE_VERTEXAI",
            "GOOGLE_GENAI_USE_GCA",
            "GOOGLE_API_KEY",
            "GOOGLE_CLOUD_PROJECT",
            "GOOGLE_CLOUD_LOCATION");

    private final HostEnvironment environment;
    private final GeminiHome home;

    GeminiSignIn(HostEnvironment environment, GeminiHome home) {
        this.environment = environment;
        this.home = home;
    }

    /** The variables that the home's dotenv files add to the inherited ones. */
    Map<String, String> imported() {
        Map<String, String> dotenv = home.dotenv();
        Map<String, String> added = new LinkedHashMap<>();
        for (String name : IMPORTED) {
            if (dotenv.containsKey(name) && home.variable(name).isEmpty()) {
                added.put(name, dotenv.get(name));
            }
        }
        return added;
    }

    /**
     * The method to give as a default: what the variables say, where no settings name one. Empty for a gateway, which the CLI
     * finds by itself.
     */
    Optional<String> defaultMethod(Path workspace) {
        return home.selectedAuthType(Optional.of(workspace)).isPresent()
                ? Optional.empty()
                : byVariables().filter(method -> !method.equals(GATEWAY));
    }

    /** Whether the tier of defaults is free for us. */
    boolean mayGiveDefaults() {
        return !Files.exists(home.systemDefaults())
                && home.variable("GEMINI_CLI_SYSTEM_DEFAULTS_PATH").isEmpty();
    }

    AuthStatus status() {
        Optional<String> method = home.selectedAuthType(Optional.empty()).or(this::byVariables);
        return method.map(this::status).orElseGet(() -> AuthStatus.required(INSTRUCTIONS));
    }

    /** In the CLI's own order. */
    private Optional<String> byVariables() {
        if (isTrue("GOOGLE_GENAI_USE_GCA")) {
            return Optional.of(GOOGLE);
        }
        if (isTrue("GOOGLE_GENAI_USE_VERTEXAI")) {
            return Optional.of(VERTEX);
        }
        if (home.variable("GOOGLE_GEMINI_BASE_URL").isPresent()) {
            return Optional.of(GATEWAY);
        }
        if (home.credential("GEMINI_API_KEY").isPresent()) {
            return Optional.of(KEY);
        }
        return isTrue("CLOUD_SHELL") || isTrue("GEMINI_CLI_USE_COMPUTE_ADC") ? Optional.of(COMPUTE) : Optional.empty();
    }

    private boolean isTrue(String name) {
        return home.credential(name).filter("true"::equals).isPresent();
    }

    private AuthStatus status(String method) {
        return switch (method) {
            case KEY -> key();
            case GOOGLE ->
                Files.exists(home.folder().resolve("oauth_creds.json"))
                        ? AuthStatus.signedIn("Login with Google")
                        : AuthStatus.required(
                                "The settings choose Login with Google, but nobody has logged in: run gemini once.\n"
                                        + INSTRUCTIONS);
            case VERTEX -> vertex();
            case COMPUTE ->
                Files.exists(applicationDefaultCredentials())
                        ? AuthStatus.signedIn("application default credentials")
                        : AuthStatus.unknown("Application default credentials are chosen; there is no "
                                + applicationDefaultCredentials() + ", a metadata server may give them.");
            case GATEWAY ->
                AuthStatus.signedIn(
                        "gateway " + home.variable("GOOGLE_GEMINI_BASE_URL").orElse("of the settings"));
            default -> AuthStatus.unknown("The settings choose the sign-in method " + method + ".");
        };
    }

    private AuthStatus key() {
        return home.credential("GEMINI_API_KEY").isPresent()
                ? AuthStatus.signedIn("API key")
                : AuthStatus.unknown(
                        "The settings choose an API key. GEMINI_API_KEY is set neither in the environment nor in "
                                + home.folder().resolve(".env") + "; the CLI may have it in the key store.");
    }

    private AuthStatus vertex() {
        boolean project = home.credential("GOOGLE_CLOUD_PROJECT").isPresent()
                && home.credential("GOOGLE_CLOUD_LOCATION").isPresent();
        return project || home.credential("GOOGLE_API_KEY").isPresent()
                ? AuthStatus.signedIn("Vertex AI")
                : AuthStatus.required(
                        "Vertex AI is chosen, but neither GOOGLE_API_KEY nor both of GOOGLE_CLOUD_PROJECT and"
                                + " GOOGLE_CLOUD_LOCATION are set.");
    }

    private Path applicationDefaultCredentials() {
        return home.credential("GOOGLE_APPLICATION_CREDENTIALS").map(Path::of).orElseGet(() -> {
            Path config = environment.platform().equals("windows")
                    ? home.variable("APPDATA").map(Path::of).orElse(environment.home())
                    : environment.home().resolve(".config");
            return config.resolve("gcloud").resolve("application_default_credentials.json");
        });
    }
}
