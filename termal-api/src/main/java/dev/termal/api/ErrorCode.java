package dev.termal.api;

/** What kind of failure an {@link AgentException} is. */
public enum ErrorCode {
    /** Settings or arguments are wrong. */
    CONFIGURATION,
    /** The agent's executable was not found. */
    EXECUTABLE_NOT_FOUND,
    /** The process could not be started. */
    LAUNCH_FAILED,
    /** The process ended, or closed its output, while something was awaited of it. */
    AGENT_EXITED,
    /** The agent wants a sign-in first. */
    AUTH_REQUIRED,
    /** The agent does not know the session. */
    SESSION_NOT_FOUND,
    /** The agent or the engine cannot do that. */
    UNSUPPORTED,
    /** The agent broke its protocol. */
    PROTOCOL,
    /** The agent answered with an error. */
    AGENT_ERROR,
    /** The agent hit a limit of tokens, turns or money. */
    LIMIT,
    /** The agent did not answer in time. */
    TIMEOUT,
    /** The turn was cancelled. */
    CANCELLED,
    /** The session or connection was closed by the host. */
    CLOSED
}
