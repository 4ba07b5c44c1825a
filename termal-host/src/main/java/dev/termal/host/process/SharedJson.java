package dev.termal.host.process;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.JsonEdit;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes JSON files that agents share with others, one host at a time, and undoes what was for a process only. What stands in
 * the files for now is kept in a ledger in the run folder, by which a later host sweeps what a dead one left behind.
 */
public final class SharedJson {
    private static final Logger LOG = LoggerFactory.getLogger(SharedJson.class);
    private static final Duration LOCK_BOUND = Duration.ofSeconds(10);
    private static final Duration LOCK_PAUSE = Duration.ofMillis(20);
    // A file lock is held by the whole JVM, so hosts within one need a lock of their own.
    private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();

    private final Path runFolder;

    /** Edits whose ledger is kept in this folder. */
    public SharedJson(Path runFolder) {
        this.runFolder = runFolder;
    }

    /** Edits that were made. */
    @FunctionalInterface
    public interface Edited {
        /** Takes back those that were for a process only, as far as the values are still ours. Does nothing the second time. */
        void undo();
    }

    /**
     * Makes the changes, all or none.
     *
     * @throws AgentException {@code CONFIGURATION} where a file is no JSON object or the pointer leads through something else;
     *     {@code LAUNCH_FAILED} where a file cannot be read or written
     */
    public Edited apply(List<JsonEdit> edits) {
        if (edits.isEmpty()) {
            return () -> {};
        }
        try {
            Set<String> passing = locked(() -> {
                EditLedger ledger = EditLedger.read(runFolder);
                ledger.sweep();
                Set<String> made = new HashSet<>();
                for (JsonEdit edit : edits) {
                    ledger.make(edit).ifPresent(made::add);
                }
                ledger.save();
                return made;
            });
            return () -> undo(passing);
        } catch (IOException e) {
            throw new AgentException(ErrorCode.LAUNCH_FAILED, "a shared file cannot be changed: " + e.getMessage(), e);
        }
    }

    private void undo(Set<String> entries) {
        if (entries.isEmpty()) {
            return;
        }
        try {
            locked(() -> {
                EditLedger ledger = EditLedger.read(runFolder);
                ledger.undo(entries);
                ledger.save();
                return entries;
            });
        } catch (IOException | AgentException e) {
            LOG.warn("A passing change to a shared file was not taken back: {}", e.toString());
        }
    }

    private <T> T locked(Work<T> work) throws IOException {
        long deadline = System.nanoTime() + LOCK_BOUND.toNanos();
        if (!Uninterruptibles.tryLockUninterruptibly(IN_THIS_JVM, LOCK_BOUND.toNanos(), TimeUnit.NANOSECONDS)) {
            throw busy();
        }
        try (FileChannel channel = FileChannel.open(
                PrivateFiles.folder(runFolder).resolve("edits.lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PrivateFiles.mode(runFolder, "rw-------"))) {
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
            Uninterruptibles.sleepUninterruptibly(LOCK_PAUSE);
            lock = channel.tryLock();
        }
        return lock;
    }

    private static IOException busy() {
        return new IOException("another host holds the lock for longer than " + LOCK_BOUND.toSeconds() + " s");
    }

    private interface Work<T> {
        T run() throws IOException;
    }
}
