package dev.termal.host.store;

import dev.termal.api.SessionId;
import java.util.Optional;

/**
 * What an agent is known by in a session, for one engine.
 *
 * @param agentSession its own id; empty where it never told one, though there was a turn
 * @param agentName what it called itself; may be empty
 */
public record Binding(Optional<SessionId> agentSession, String agentName) {}
