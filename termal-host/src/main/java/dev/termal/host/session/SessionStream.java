package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Notice.Level;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.Prompt;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The brackets of turns in a session's log: which turn an entry belongs to, and whether it came too late for it.
 *
 * <p>Thread-safe. What comes before the first turn belongs to turn 0, or to the last of those that were before the session was
 * opened here; what the agent says after a turn belongs to that turn and is late.
 */
final class SessionStream {
    private static final int GRANTS_REMEMBERED = 1_000;

    private final EntryLog log;
    private final PermissionPolicy policy;

    private final Object lock = new Object();
    private final Set<String> grantedIds = new HashSet<>(); // guarded by lock
    private int turn; // guarded by lock
    private boolean begun; // a turn, here; guarded by lock
    private boolean inTurn; // guarded by lock
    private TurnTally tally; // guarded by lock

    /**
     * A stream whose last turn was this.
     *
     * @param lastTurn 0 for none
     */
    SessionStream(EntryLog log, PermissionPolicy policy, int lastTurn) {
        this.log = log;
        this.policy = policy;
        turn = lastTurn;
        tally = new TurnTally(policy, grantedIds);
    }

    /** Writes what the agent said or did. */
    void said(AgentEvent event) {
        synchronized (lock) {
            write(new EntryBody.Said(event, begun && !inTurn));
        }
    }

    /** Writes a notice of the host. */
    void notice(Level level, String text) {
        write(new EntryBody.HostNotice(level, text));
    }

    void write(EntryBody body) {
        synchronized (lock) {
            log.append(turn, body);
            tally.accept(body).ifPresent(notice -> log.append(turn, notice));
        }
    }

    /** Opens the bracket of the next turn. */
    void begin(Prompt prompt) {
        synchronized (lock) {
            turn++;
            begun = true;
            inTurn = true;
            if (grantedIds.size() > GRANTS_REMEMBERED) {
                grantedIds.clear(); // old ones are of no use
            }
            tally = new TurnTally(policy, grantedIds);
            write(new EntryBody.TurnStarted(prompt));
        }
    }

    boolean isInTurn() {
        synchronized (lock) {
            return inTurn;
        }
    }

    /** The number of the turn that runs, or ran last. */
    int turn() {
        synchronized (lock) {
            return turn;
        }
    }

    /** Waits until all readers have seen an entry. */
    void awaitSeen(SessionEntry entry) throws InterruptedException {
        log.awaitSeen(entry.seq());
    }

    /** Whether a tool call of this turn is announced or permitted and has not ended. */
    boolean callOpen() {
        synchronized (lock) {
            return tally.callOpen();
        }
    }

    /** Whether the agent has said, planned, done or asked anything in this turn. */
    boolean agentActed() {
        synchronized (lock) {
            return tally.acted();
        }
    }

    /**
     * Closes the bracket: first the tool calls that the agent has left open, then the report.
     *
     * @param expected whether open calls are no surprise, since the turn was ended early
     */
    SessionEntry end(boolean expected, Function<TurnTally, TurnReport> report) {
        synchronized (lock) {
            List<ToolCall> leftOpen = tally.leftOpen();
            leftOpen.forEach(call -> said(new AgentEvent.ToolCallUpdate(call)));
            long stopped = leftOpen.stream()
                    .filter(call -> call.status() == ToolCall.Status.CANCELLED)
                    .count();
            if (stopped > 0 && !expected) {
                notice(
                        Level.WARNING,
                        "the agent ended the turn and left tool calls open, which are now marked cancelled: "
                                + stopped);
            }
            TurnReport written = report.apply(tally);
            inTurn = false;
            return log.append(turn, new EntryBody.TurnEnded(written));
        }
    }
}
