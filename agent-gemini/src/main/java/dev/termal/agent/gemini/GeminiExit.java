package dev.termal.agent.gemini;

import dev.termal.api.ErrorCode;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.Usage;
import dev.termal.api.spi.EngineBinding.PeerError;
import dev.termal.api.spi.LineDialect.TurnEnd;
import dev.termal.api.spi.ProcessExit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * What the CLI's failures mean: its own exit codes 41 to 55, its fatal errors by name, and the HTTP status of the model's
 * API, of which an exit code has the last eight bits.
 */
final class GeminiExit {
    private static final String SIGN_IN =
            "The Gemini CLI is not signed in: run gemini once and sign in, or set GEMINI_API_KEY.";
    private static final String TRUST =
            "The Gemini CLI does not trust this folder: trust it in the CLI, or set agents.gemini.trustWorkspace to true.";

    private static final Pattern STATUS = Pattern.compile("\"code\"\\s*:\\s*\"?([45]\\d\\d)\\b");

    /** What it always prints, and the lines of a stack. */
    private static final List<String> CHATTER =
            List.of("Warning:", "YOLO mode", "Ripgrep is not available", "Loaded cached", "Usage:", "at ", "[");

    private static final int FIRST_API_STATUS = 400;

    private GeminiExit() {}

    /** An error as the last event tells it. */
    static TurnEnd told(JsonNode error, Optional<Usage> usage) {
        String type = JsonLines.text(error.path("type"));
        String message = JsonLines.word(error.path("message")).orElse(type);
        if (type.equals("FatalCancellationError")) {
            return TurnEnd.of(StopReason.CANCELLED, usage);
        }
        ErrorCode code = switch (type) {
            case "FatalAuthenticationError" -> ErrorCode.AUTH_REQUIRED;
            case "FatalTurnLimitedError" -> ErrorCode.LIMIT;
            default -> api(status(message), message);
        };
        return new TurnEnd(Optional.empty(), Optional.of(code), message, usage);
    }

    private static int status(String message) {
        Matcher status = STATUS.matcher(message);
        return status.find() ? Integer.parseInt(status.group(1)) : 0;
    }

    private static ErrorCode api(int status, String message) {
        return GeminiErrors.classify(new PeerError("", status, message, Optional.empty(), ""))
                .orElse(ErrorCode.AGENT_ERROR);
    }

    /** A process that has ended by itself without the last event, or with an exit code that denies it. */
    static TurnEnd of(ProcessExit exit, String stderrTail, Optional<SessionId> resumed) {
        String words = words(stderrTail);
        return switch (exit.code()) {
            case 0 -> failed(ErrorCode.AGENT_EXITED, "", words);
            case 1 -> failed(ErrorCode.AGENT_ERROR, "", words);
            case 41 -> failed(ErrorCode.AUTH_REQUIRED, SIGN_IN, words);
            case 42 ->
                resumed.filter(id -> namesSession(stderrTail, id)).isPresent()
                        ? failed(ErrorCode.SESSION_NOT_FOUND, "", words)
                        : failed(ErrorCode.AGENT_ERROR, "The Gemini CLI refused its input.", words);
            case 44 -> failed(ErrorCode.AGENT_ERROR, "The Gemini CLI's sandbox failed.", words);
            case 52 -> failed(ErrorCode.AGENT_ERROR, "The Gemini CLI's configuration is wrong.", words);
            case 53 -> failed(ErrorCode.LIMIT, "The Gemini CLI reached its limit of turns (maxSessionTurns).", words);
            case 54 -> failed(ErrorCode.AGENT_ERROR, "A tool of the Gemini CLI failed for good.", words);
            case 55 -> failed(ErrorCode.AGENT_ERROR, TRUST, words);
            case 130 -> TurnEnd.of(StopReason.CANCELLED, Optional.empty());
            default ->
                exit.signal().isPresent() || !isApiStatus(exit.code())
                        ? failed(ErrorCode.AGENT_EXITED, "", words)
                        : failed(
                                api(exit.code() + 256, words),
                                "The model's API answered " + (exit.code() + 256) + ".",
                                words);
        };
    }

    private static boolean isApiStatus(int code) {
        return code >= FIRST_API_STATUS - 256;
    }

    private static boolean namesSession(String stderrTail, SessionId id) {
        return stderrTail.contains(id.value())
                || stderrTail.contains("Error resuming session")
                || stderrTail.contains("No previous sessions found");
    }

    private static TurnEnd failed(ErrorCode code, String hint, String words) {
        return TurnEnd.failed(code, (hint + " " + words).strip());
    }

    /** The first line of the error output that tells something. */
    private static String words(String stderrTail) {
        return stderrTail
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && CHATTER.stream().noneMatch(line::startsWith))
                .findFirst()
                .orElse("");
    }
}
