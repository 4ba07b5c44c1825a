package dev.termal.testkit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The named gates at which scripts stall. */
final class Gates {
    private final Map<String, Semaphore> arrived = new ConcurrentHashMap<>();
    private final Map<String, Semaphore> released = new ConcurrentHashMap<>();

    void pass(String gate) throws InterruptedException {
        of(arrived, gate).release();
        of(released, gate).acquire();
    }

    void release(String gate) {
        of(released, gate).release();
    }

    boolean awaitArrival(String gate) throws InterruptedException {
        return of(arrived, gate).tryAcquire(HangGuard.SECONDS, TimeUnit.SECONDS);
    }

    private static Semaphore of(Map<String, Semaphore> map, String gate) {
        return map.computeIfAbsent(gate, unused -> new Semaphore(0));
    }
}
