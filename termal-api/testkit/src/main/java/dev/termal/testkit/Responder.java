package dev.termal.testkit;

/**
 * Answers a line that the host sent, by code. Called on the agent's own thread, which reads nothing meanwhile: one that
 * waits on a latch is an agent that takes its time.
 */
@FunctionalInterface
public interface Responder {
    /** Answers now, or keeps the side and answers later from another thread, or not at all. */
    void respond(String line, AgentSide side) throws InterruptedException;
}
