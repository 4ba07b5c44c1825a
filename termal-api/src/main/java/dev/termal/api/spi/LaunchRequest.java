package dev.termal.api.spi;

import dev.termal.api.Prompt;
import dev.termal.api.SessionRequest;

/** What a process is started for; its kind says how long it lives. Made by engines, read by bindings. */
public sealed interface LaunchRequest {
    /** The session's wishes; the folder to run in is its {@code cwd}. */
    SessionRequest session();

    /** A process for as long as the connection lives; the session is the first of perhaps several. */
    record ForConnection(SessionRequest session) implements LaunchRequest {}

    /** A process for one session. */
    record ForSession(SessionRequest session) implements LaunchRequest {}

    /** A process for one turn. */
    record ForTurn(SessionRequest session, Prompt prompt) implements LaunchRequest {}
}
