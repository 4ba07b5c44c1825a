package dev.termal.agent.gemini;

import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.spi.EngineBinding.PeerError;
import java.util.List;
import java.util.Optional;

/** What the CLI's errors mean: it answers prompts with the HTTP status of the model's API, and the rest with words. */
final class GeminiErrors {
    private static final int INTERNAL_ERROR = -32603;
    private static final int INVALID_PARAMS = -32602;

    private static final List<String> UNKNOWN_SESSION =
            List.of("Invalid session identifier", "No previous sessions found", "Session not found");
    private static final List<String> UNKNOWN_MODE =
            List.of("Invalid or unavailable mode", "Cannot enable privileged approval modes");
    private static final List<String> BAD_CREDENTIALS = List.of(
            "API key not valid",
            "API_KEY_INVALID",
            "unregistered callers",
            "no longer supported for Gemini Code Assist",
            "API key is missing");

    private GeminiErrors() {}

    static Optional<ErrorCode> classify(PeerError error) {
        String words = error.message() + " " + error.data().map(RawJson::text).orElse("");
        if (error.code() == INTERNAL_ERROR || error.code() == INVALID_PARAMS) {
            return mentions(words, UNKNOWN_SESSION)
                    ? Optional.of(ErrorCode.SESSION_NOT_FOUND)
                    : Optional.of(ErrorCode.CONFIGURATION).filter(code -> mentions(words, UNKNOWN_MODE));
        }
        if (error.code() == 401 || mentions(words, BAD_CREDENTIALS)) {
            return Optional.of(ErrorCode.AUTH_REQUIRED);
        }
        if (error.code() == 429) {
            return Optional.of(ErrorCode.LIMIT);
        }
        return Optional.of(ErrorCode.AGENT_ERROR).filter(code -> error.code() >= 400 && error.code() < 600);
    }

    private static boolean mentions(String words, List<String> phrases) {
        return phrases.stream().anyMatch(words::contains);
    }
}
