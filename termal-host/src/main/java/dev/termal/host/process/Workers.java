package dev.termal.host.process;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The daemon threads of this package. Tasks never wait for a free one. */
final class Workers implements Executor, AutoCloseable {
    private final AtomicLong number = new AtomicLong();
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE, // a few tasks per process: its number bounds them
            5,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> thread("termal-process-" + number.incrementAndGet(), task));

    @Override
    public void execute(Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException closed) {
            thread("termal-process-late", task).start(); // a process that ends after all was closed still gets its due
        }
    }

    /** Starts a thread for something that lasts. */
    static Thread start(String name, Runnable task) {
        Thread thread = thread(name, task);
        thread.start();
        return thread;
    }

    private static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
