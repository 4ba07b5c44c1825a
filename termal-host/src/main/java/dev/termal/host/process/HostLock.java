package dev.termal.host.process;

import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** A lock that one host holds at a time, for files that several of them change. The lock file stays where it is. */
public final class HostLock {
    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(20);
    // A file lock is held by the whole JVM, so hosts within one need a lock of their own.
    private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();

    private final Path file;

    /** A lock that is held by locking this file, which is made where it is missing. */
    public HostLock(Path file) {
        this.file = file;
    }

    /** What is done under the lock. */
    @FunctionalInterface
    public interface Work<T> {
        /** Does it. */
        T run() throws IOException;
    }

    /** Does something while no other host does something under the same lock; fails where that takes over 10 s to get. */
    public <T> T locked(Work<T> work) throws IOException {
        long deadline = System.nanoTime() + BOUND.toNanos();
        if (!Uninterruptibles.tryLockUninterruptibly(IN_THIS_JVM, BOUND.toNanos(), TimeUnit.NANOSECONDS)) {
            throw busy();
        }
        Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
        try (FileChannel channel = FileChannel.open(
                PrivateFiles.folder(folder).resolve(file.getFileName()),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PrivateFiles.mode(folder, "rw-------"))) {
            FileLock lock = lock(channel, deadline);
            try {
                return work.run();
            } finally {
                lock.release();
            }
        } finally {
            IN_THIS_JVM.unlock();
        }
    }

    private static FileLock lock(FileChannel channel, long deadline) throws IOException {
        FileLock lock = channel.tryLock();
        while (lock == null) {
            if (System.nanoTime() > deadline) {
                throw busy();
            }
            Uninterruptibles.sleepUninterruptibly(PAUSE);
            lock = channel.tryLock();
        }
        return lock;
    }

    private static IOException busy() {
        return new IOException("another host holds the lock for longer than " + BOUND.toSeconds() + " s");
    }
}
