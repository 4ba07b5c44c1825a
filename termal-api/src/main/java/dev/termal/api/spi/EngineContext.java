package dev.termal.api.spi;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/** What the host lends an engine. Implemented by the host and the test kit; from any thread. */
public interface EngineContext {
    /** The host's name, for handshakes. */
    String hostName();

    /** The host's version, for handshakes. */
    String hostVersion();

    /** Makes daemon threads; engines set their names. */
    ThreadFactory threads();

    /** The time. */
    Clock clock();

    /** Runs something once after a delay, on a shared thread: it must be short and must not block. */
    Scheduled schedule(Duration delay, Runnable task);

    /** Where an engine writes what nobody has to read. */
    System.Logger log();

    /** The bounds to keep to. */
    Limits limits();

    /** Something that will run. */
    interface Scheduled {
        /** Does not run it any more; does nothing where it has run. */
        void cancel();
    }
}
