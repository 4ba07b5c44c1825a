package dev.termal.host.session;

import java.util.function.BooleanSupplier;

/** What closing a reader waits for: that nothing is being given to it any more. */
public final class Delivery {
    private Delivery() {}

    /**
     * Waits while something is delivered. An interrupt ends the wait and is kept, since whoever closes goes on closing.
     *
     * @param lock held by the caller; notified when that may have changed
     */
    public static void awaitEnd(Object lock, BooleanSupplier delivering) {
        while (delivering.getAsBoolean()) {
            try {
                lock.wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
