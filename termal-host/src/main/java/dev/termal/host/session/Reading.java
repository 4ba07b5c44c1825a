package dev.termal.host.session;

/** Somebody reading a session's stream. */
public interface Reading extends AutoCloseable {
    /**
     * Stops. No entry is delivered after this returns, so it waits for a reader that is just at work; called by the reader
     * itself it returns at once.
     */
    @Override
    void close();
}
