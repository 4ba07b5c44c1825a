package dev.termal.agent.cursor;

import dev.termal.api.ErrorCode;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.spi.LineDialect.TurnEnd;
import dev.termal.api.spi.ProcessExit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the CLI's failures mean: it ends with a code that says nothing, and with words. */
final class CursorExit {
    private static final List<String> SIGN_IN = List.of(
            "Not logged in", "Authentication required", "Please run 'agent login'", "Please run 'cursor-agent login'");
    private static final List<String> LIMITS = List.of("usage limit", "rate limit");

    private CursorExit() {}

    /** What words of the CLI mean. */
    static ErrorCode meaning(String words) {
        if (mentions(words, SIGN_IN)) {
            return ErrorCode.AUTH_REQUIRED;
        }
        return mentions(words, LIMITS) ? ErrorCode.LIMIT : ErrorCode.AGENT_ERROR;
    }

    /**
     * A process that has ended by itself without the last event, or with an exit code that denies it.
     *
     * @param askedFor the session that it was to go on with and never told that it does
     */
    static TurnEnd of(ProcessExit exit, String stderrTail, Optional<SessionId> askedFor) {
        if (exit.code() == 130) {
            return TurnEnd.of(StopReason.CANCELLED, Optional.empty());
        }
        String words = stderrTail
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("");
        if (exit.code() == 0 || exit.signal().isPresent()) {
            return TurnEnd.failed(ErrorCode.AGENT_EXITED, words);
        }
        if (askedFor.filter(id -> stderrTail.contains(id.value())).isPresent()) {
            return TurnEnd.failed(ErrorCode.SESSION_NOT_FOUND, words);
        }
        return words.isEmpty()
                ? TurnEnd.failed(ErrorCode.AGENT_EXITED, "")
                : TurnEnd.failed(meaning(stderrTail), words);
    }

    private static boolean mentions(String words, List<String> phrases) {
        String lower = words.toLowerCase(Locale.ROOT);
        return phrases.stream().anyMatch(phrase -> lower.contains(phrase.toLowerCase(Locale.ROOT)));
    }
}
