package dev.termal.agent.antigravity;

import dev.termal.api.ErrorCode;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.spi.LineDialect.TurnEnd;
import dev.termal.api.spi.ProcessExit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the CLI's failures mean: words, and an exit code of 2 for arguments that it does not know. */
final class AntigravityExit {
    private static final int USAGE = 2;

    private static final List<String> SIGN_IN = List.of(
            "not logged in",
            "not signed in",
            "sign in to continue",
            "please log in",
            "please sign in",
            "authentication required",
            "unauthenticated",
            "failed to authenticate",
            "invalid_grant");
    private static final List<String> LIMITS =
            List.of("quota", "rate limit", "resource_exhausted", "resource exhausted", "too many requests");

    private static final List<String> GONE = List.of("not found", "no such", "unknown", "does not exist", "not exist");

    private AntigravityExit() {}

    /** What words of the CLI mean that end a turn; a conversation that it was in is not one that it does not know. */
    static ErrorCode meaning(String words, Optional<SessionId> askedFor) {
        boolean gone = askedFor.filter(id -> words.contains(id.value())).isPresent() && mentions(words, GONE);
        return gone ? ErrorCode.SESSION_NOT_FOUND : meaning(words);
    }

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
     * @param askedFor the conversation that it was to go on with and never told that it does
     */
    static TurnEnd of(ProcessExit exit, String stderrTail, Optional<SessionId> askedFor) {
        if (exit.code() == 130) {
            return TurnEnd.of(StopReason.CANCELLED, Optional.empty());
        }
        String words = stderrTail
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce((earlier, later) -> later)
                .orElse("");
        if (exit.code() == USAGE && mentions(stderrTail, List.of("flag provided but not defined"))) {
            String flag = stderrTail
                    .lines()
                    .filter(line -> line.contains("flag provided but not defined"))
                    .findFirst()
                    .orElse(words)
                    .strip();
            return TurnEnd.failed(
                    ErrorCode.CONFIGURATION,
                    "This Antigravity CLI does not know one of TermAl's arguments (" + flag
                            + "): it must be 1.1.15 or newer.");
        }
        if (askedFor.filter(id -> stderrTail.contains(id.value())).isPresent()) {
            return TurnEnd.failed(ErrorCode.SESSION_NOT_FOUND, words);
        }
        ErrorCode meaning = meaning(stderrTail);
        return TurnEnd.failed(meaning == ErrorCode.AGENT_ERROR ? ErrorCode.AGENT_EXITED : meaning, words);
    }

    private static boolean mentions(String words, List<String> phrases) {
        String lower = words.toLowerCase(Locale.ROOT);
        return phrases.stream().anyMatch(lower::contains);
    }
}
