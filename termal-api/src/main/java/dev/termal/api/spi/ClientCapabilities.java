package dev.termal.api.spi;

/**
 * What the host offers to an agent; an engine advertises nothing else.
 *
 * @param readFiles the handler reads files
 * @param writeFiles the handler writes files
 * @param terminals the handler runs commands
 * @param forms the handler answers questions with fields
 * @param urls the handler shows pages to visit
 * @param terminalSignIn the agent's own sign-in command can be run in a terminal
 */
public record ClientCapabilities(
        boolean readFiles, boolean writeFiles, boolean terminals, boolean forms, boolean urls, boolean terminalSignIn) {
    /** Nothing. */
    public static final ClientCapabilities NONE = new ClientCapabilities(false, false, false, false, false, false);
}
