package dev.termal.host.cli;

import dev.termal.host.TermalSession;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What signals do to a command with a turn: the first one cancels softly, the second kills the agent, and where even that
 * does not end the command in time, or at a third, the process is halted.
 */
final class Interruption {
    private final Thread command;
    private final IntConsumer halt;
    private int count;
    private int exitCode;
    private boolean cancelled;
    private @Nullable TermalSession session;
    private Runnable onFirst = () -> {};

    private Interruption(Thread command, IntConsumer halt) {
        this.command = command;
        this.halt = halt;
    }

    /** From now on signals go here. The current thread is interrupted by those that come before there is a session. */
    static Interruption of(Shell shell) {
        Interruption interruption = new Interruption(Thread.currentThread(), shell.halt());
        shell.signals().handle("INT", () -> interruption.signalled(ExitCode.INTERRUPTED));
        shell.signals().handle("TERM", () -> interruption.signalled(143));
        shell.signals().handle("HUP", () -> interruption.signalled(129));
        return interruption;
    }

    /** Who is told of a first Ctrl-C before there is a session. */
    synchronized void told(Runnable listener) {
        onFirst = listener;
    }

    /**
     * From now on signals concern this session.
     *
     * @param told told of a first Ctrl-C, since an agent may take its time to stop
     */
    void attach(TermalSession opened, Runnable told) throws InterruptedException {
        synchronized (this) {
            if (count > 0) {
                throw new InterruptedException("signalled while the session was opened");
            }
            session = opened;
            onFirst = told;
        }
    }

    /** From now on a signal interrupts the current thread again, which waits for what goes on behind the session. */
    synchronized void detach() {
        session = null;
    }

    /** A turn has begun: what wanted it cancelled just before had nothing to cancel. */
    void turnStarted() {
        if (isCancelled()) {
            cancel();
        }
    }

    /** Ends the turn softly: the one that runs, or the one that is about to begin. */
    void cancel() {
        synchronized (this) {
            cancelled = true;
        }
        session().ifPresent(TermalSession::cancel);
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    private synchronized Optional<TermalSession> session() {
        return Optional.ofNullable(session);
    }

    void signalled(int code) {
        int times;
        Runnable told;
        synchronized (this) {
            times = ++count;
            told = onFirst;
            exitCode = times == 1 ? code : exitCode;
            if (session == null) {
                command.interrupt();
            }
        }
        if (times == 1) {
            if (code == ExitCode.INTERRUPTED) {
                told.run();
            }
            cancel();
        } else if (times == 2) {
            haltLater(code);
            session().ifPresent(TermalSession::kill);
        } else {
            halt.accept(code);
        }
    }

    /** What a person has ended by Ctrl-C was a turn, and another may begin; false where the program was told to end. */
    synchronized boolean goesOn() {
        if (count > 0 && exitCode != ExitCode.INTERRUPTED) {
            return false;
        }
        count = 0;
        cancelled = false;
        return true;
    }

    private synchronized boolean isSignalled() {
        return count > 0;
    }

    private void haltLater(int code) {
        Thread guard = new Thread(
                () -> {
                    try {
                        Thread.sleep(Bounds.KILL_GRACE_MS);
                        if (isSignalled()) {
                            halt.accept(code);
                        }
                    } catch (InterruptedException stop) {
                        Thread.currentThread().interrupt();
                    }
                },
                "termal-halt");
        guard.setDaemon(true); // it must not keep alive what it is there to end
        guard.start();
    }

    /** The exit code, given what it would be without signals; a turn that ended well before one took effect stays so. */
    synchronized int exitCode(int otherwise) {
        return count > 0 && otherwise == ExitCode.INTERRUPTED ? exitCode : otherwise;
    }
}
