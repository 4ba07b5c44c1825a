package dev.termal.host.process;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What has to be undone, the last first, once, and each whatever becomes of the others. */
final class Cleanup implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Cleanup.class);

    private final Deque<Runnable> steps = new ArrayDeque<>();

    synchronized void add(Runnable step) {
        steps.push(step);
    }

    @Override
    public void run() {
        for (Runnable step = next(); step != null; step = next()) {
            try {
                step.run();
            } catch (RuntimeException e) {
                LOG.warn("Cleaning up after a process failed: {}", e.toString());
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        return steps.poll();
    }
}
