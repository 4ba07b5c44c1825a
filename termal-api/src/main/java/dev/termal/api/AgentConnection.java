package dev.termal.api;

import java.util.List;

/**
 * One agent reached through one engine: a handshake done, and sessions to open.
 *
 * <p>Implemented by engines, and by the host where it serves its own sessions to others. Methods may be called from any
 * thread but the one that delivers events; those that throw {@link InterruptedException} block, within the bounds of
 * {@link dev.termal.api.spi.Limits}. Failures are {@link AgentException}s; what the agent does not offer fails with
 * {@link ErrorCode#UNSUPPORTED} before anything is sent.
 */
public interface AgentConnection extends AutoCloseable {
    /** Who answered the handshake. */
    AgentInfo agent();

    /** What this connection can do; fixed after the handshake. */
    Capabilities capabilities();

    /** Whether the agent is signed in, as far as the connection knows. */
    AuthStatus authStatus();

    /**
     * Opens a session: a fresh one, or the one that the request resumes.
     *
     * @param request what the session shall be
     * @param handler receives all that the agent says and asks in this session, from before this method returns until
     *     the session is closed
     * @throws AgentException {@link ErrorCode#SESSION_NOT_FOUND} where the agent does not know the session to resume or
     *     can neither resume nor load; {@link ErrorCode#AUTH_REQUIRED}; any other
     */
    AgentSession open(SessionRequest request, SessionHandler handler) throws InterruptedException;

    /** The sessions that the agent itself keeps. */
    default List<SessionInfo> sessions() throws InterruptedException {
        throw unsupported("list sessions");
    }

    /** Signs in by one of the methods that {@link #authStatus()} lists. */
    default void authenticate(String methodId) throws InterruptedException {
        throw unsupported("sign in");
    }

    /** Signs out. */
    default void logout() throws InterruptedException {
        throw unsupported("sign out");
    }

    /** Frees what the agent holds for a session that is not open here. */
    default void closeSession(SessionId id) throws InterruptedException {
        throw unsupported("close a session");
    }

    /** Removes a session from the agent's own list. */
    default void deleteSession(SessionId id) throws InterruptedException {
        throw unsupported("delete a session");
    }

    /** Copies a session; the copy goes on separately and must be opened with {@code resume}. */
    default SessionId forkSession(SessionId id, SessionRequest request) throws InterruptedException {
        throw unsupported("fork a session");
    }

    /** What is known of this connection's health; no I/O. */
    default Diagnostics diagnostics() {
        return Diagnostics.NONE;
    }

    /** Whether requests can still be made. */
    boolean isOpen();

    /** Closes all sessions and ends the agent's processes, within bounds. Does nothing the second time. */
    @Override
    void close();

    private static AgentException unsupported(String what) {
        return new AgentException(ErrorCode.UNSUPPORTED, "this agent cannot " + what);
    }
}
