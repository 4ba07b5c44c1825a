package dev.termal.host.session;

import dev.termal.host.event.OnLost;
import dev.termal.host.event.PresetAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the host runs the turns of a session.
 *
 * @param timeout the overall deadline of a turn; empty for none
 * @param idleTimeout the idle deadline of a turn while no tool call is open; while one is, at least
 *     {@link #IDLE_WITH_OPEN_CALL}
 * @param attended whether somebody is there to decide and to answer
 * @param strict whether questions without an answer and changes without a grant make a turn fail
 * @param answers answers given beforehand, the first that matches is taken
 * @param onLost what to do where the agent does not know the conversation any more
 * @param digest how many characters of what it missed in a session an agent is told; 0 for none
 */
public record TurnRules(
        Optional<Duration> timeout,
        Duration idleTimeout,
        boolean attended,
        boolean strict,
        List<PresetAnswer> answers,
        OnLost onLost,
        int digest) {
    /** The idle deadline unless told otherwise. */
    public static final Duration IDLE = Duration.ofMinutes(5);

    /** The idle deadline while a tool call is open: announced or permitted, and not yet ended. */
    public static final Duration IDLE_WITH_OPEN_CALL = Duration.ofMinutes(30);

    /** Copies its list. */
    public TurnRules {
        answers = List.copyOf(answers);
    }

    /** Rules by which an agent is not told what it missed. */
    public TurnRules(
            Optional<Duration> timeout,
            Duration idleTimeout,
            boolean attended,
            boolean strict,
            List<PresetAnswer> answers,
            OnLost onLost) {
        this(timeout, idleTimeout, attended, strict, answers, onLost, 0);
    }

    /** The product's own deadlines. */
    public static TurnRules of(boolean attended) {
        return new TurnRules(Optional.empty(), IDLE, attended, false, List.of(), OnLost.FAIL);
    }

    Duration idleWithOpenCall() {
        return idleTimeout.compareTo(IDLE_WITH_OPEN_CALL) > 0 ? idleTimeout : IDLE_WITH_OPEN_CALL;
    }
}
