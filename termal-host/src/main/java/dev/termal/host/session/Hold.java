package dev.termal.host.session;

/** Time in which the host works for the agent, and which counts towards no deadline of the turn. Thread-safe. */
@FunctionalInterface
public interface Hold {
    /** Ends it, so that time counts again; false where it has ended already, be it because it lasted as long as it might. */
    boolean release();
}
