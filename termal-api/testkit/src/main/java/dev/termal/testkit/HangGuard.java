package dev.termal.testkit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Bounds every wait of the test kit, so that a broken engine fails a test instead of hanging the build. */
final class HangGuard {
    static final long SECONDS = 60;

    private HangGuard() {}

    /** Waits with the condition's lock held; what is shown is asked for only on failure. */
    static void await(Condition changed, BooleanSupplier met, Supplier<String> onFailure) throws InterruptedException {
        long nanos = TimeUnit.SECONDS.toNanos(SECONDS);
        while (!met.getAsBoolean()) {
            if (nanos <= 0) {
                throw new AssertionError("waited " + SECONDS + " s in vain: " + onFailure.get());
            }
            nanos = changed.awaitNanos(nanos);
        }
    }
}
