package dev.termal.host.permission;

import dev.termal.host.permission.OpenRequests.Open;
import java.util.List;

/**
 * What is open of one kind of request of a session, and how it ends with its turn. Thread-safe; answers are given with no lock
 * held.
 */
abstract class Desk<R, A> {
    final Object lock = new Object();
    final OpenRequests<R, A> open = new OpenRequests<>(); // guarded by lock
    boolean shut; // guarded by lock

    private final A cancelled;

    /**
     * A desk with nothing open.
     *
     * @param cancelled what those get whose request nobody answered
     */
    Desk(A cancelled) {
        this.cancelled = cancelled;
    }

    /** Writes that a request, which is taken out, is cancelled with its turn. Called with the lock. */
    abstract void settledByTurnEnd(Open<R, A> one);

    /** Whether a request of this id is open. */
    public boolean isOpen(String id) {
        synchronized (lock) {
            return open.contains(id);
        }
    }

    /** Answers all that is open as cancelled. */
    public void cancelOpen() {
        List<Open<R, A>> all;
        synchronized (lock) {
            all = open.takeAll();
            all.forEach(this::settledByTurnEnd);
        }
        all.forEach(each -> each.answer().complete(cancelled));
    }

    /** Answers all that is open, and all that comes until {@link #reopen}, as cancelled. */
    public void shut() {
        synchronized (lock) {
            shut = true;
        }
        cancelOpen();
    }

    /** Takes requests again. */
    public void reopen() {
        synchronized (lock) {
            shut = false;
        }
    }

    /** What to do where an asker does not wait any more. */
    void withdrawn(Open<R, A> one) {
        synchronized (lock) {
            if (open.take(one)) {
                settledByTurnEnd(one);
            }
        }
    }
}
