package dev.termal.host.event;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.SessionId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A session as it is kept.
 *
 * @param name what a person calls it; no other session of the same agent has it
 * @param engine the engine that ran last
 * @param cwd the working folder, with no links in its path
 * @param title the agent's, else the beginning of the first prompt; may be empty
 * @param wishes what was wished for the agent's session
 * @param turns how many turns have begun
 * @param lastSeq the number of the last entry that is kept
 * @param state whether something goes on in it
 * @param holder who has it open, in words for people; empty where nobody has
 * @param lastOutcome how the last turn that has ended came out; empty before
 * @param agentSessions the agent's own ids, one for each engine
 */
public record StoredSession(
        SessionKey key,
        Optional<String> name,
        AgentId agent,
        EngineId engine,
        Path cwd,
        String title,
        Wishes wishes,
        Instant created,
        Instant updated,
        int turns,
        long lastSeq,
        State state,
        String holder,
        Optional<Outcome> lastOutcome,
        Map<EngineId, SessionId> agentSessions) {
    /** Copies its map. */
    public StoredSession {
        agentSessions = Collections.unmodifiableMap(new LinkedHashMap<>(agentSessions));
    }

    /** A session that is open and in which nothing has happened yet. */
    public static StoredSession opened(
            SessionKey key,
            Optional<String> name,
            AgentId agent,
            EngineId engine,
            Path cwd,
            Wishes wishes,
            Instant at) {
        return new StoredSession(
                key, name, agent, engine, cwd, "", wishes, at, at, 0, 0, State.OPEN, "", Optional.empty(), Map.of());
    }

    /** What was wished for the agent's session, to be wished again when it goes on. */
    public record Wishes(
            Optional<String> model, Optional<String> mode, Optional<String> effort, Map<String, String> options) {
        /** Nothing wished. */
        public static final Wishes NONE = new Wishes(Optional.empty(), Optional.empty(), Optional.empty(), Map.of());

        /** Copies its map. */
        public Wishes {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /** Whether something goes on in a session. */
    public enum State {
        /** A host has it open, and a turn runs. */
        RUNNING,
        /** A host has it open. */
        OPEN,
        /** Nobody has it open. */
        IDLE,
        /** Its host ended amid a turn; that turn is closed when the session is next opened. */
        INTERRUPTED
    }

    /** How people and commands call it: its name, else the beginning of its key. */
    public String label() {
        return name.orElseGet(
                () -> key.value().substring(0, Math.min(8, key.value().length())));
    }
}
