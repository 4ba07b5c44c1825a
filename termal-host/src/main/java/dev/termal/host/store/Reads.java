package dev.termal.host.store;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The connection that only reads, beside the one that writes: neither waits for the other. Thread-safe; one reads at a time. */
final class Reads implements AutoCloseable {
    private final StoreFile file;

    private final Object lock = new Object(); // held while somebody reads
    private @Nullable Database reader; // guarded by lock
    private boolean closed; // guarded by lock

    Reads(StoreFile file) {
        this.file = file;
    }

    /** Reads where there is something to read; makes no file. */
    <T> T ifThere(T nothing, Function<Database, T> work) {
        return file.exists() ? read(work) : nothing;
    }

    /** Reads; the file is made where it is missing. */
    <T> T read(Function<Database, T> work) {
        synchronized (lock) {
            if (closed) {
                throw new AgentException(ErrorCode.CLOSED, "the host is closed");
            }
            Database open = reader;
            if (open == null) {
                open = file.open();
                reader = open;
            }
            boolean good = false;
            try {
                T result = work.apply(open);
                good = true;
                return result;
            } finally {
                if (!good) {
                    reader = null;
                    open.close();
                }
            }
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            Database open = reader;
            reader = null;
            if (open != null) {
                open.close();
            }
        }
    }
}
