package dev.termal.api.spi;

import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;
import dev.termal.api.Diagnostics;
import dev.termal.api.EngineId;
import dev.termal.api.SessionInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of one agent.
 *
 * <p>Implemented by plugins. A profile holds knowledge only: it starts no process (but by
 * {@link HostEnvironment#run}), opens no socket and writes no file. Methods may be called from any thread.
 */
public interface AgentProfile {
    /** The agent's name. */
    AgentId id();

    /** What a person reads. */
    String displayName();

    /** Two letters that stand for the agent in lists. */
    String badge();

    /** Whether this agent may be chosen when nothing else is ready. */
    default boolean fallback() {
        return false;
    }

    /** How the agent can be driven, the preferred way first; one binding an engine. */
    List<EngineBinding> bindings();

    /**
     * The engine that a question with an end of its own shall be put by in a mode that no other of this agent's engines has;
     * empty where any will do.
     */
    default Optional<EngineId> onlyEngineFor(String mode) {
        return Optional.empty();
    }

    /**
     * The settings that config may give under {@code agents.NAME}. The host checks values and draws screens with them; the
     * keys {@code engine permissions model mode effort timeout idleTimeout} feed its own choices.
     */
    default List<Setting> settings() {
        return List.of();
    }

    /** Checks what can be checked without spending anything. */
    default Diagnostics diagnose(HostEnvironment environment) throws InterruptedException {
        return Diagnostics.NONE;
    }

    /** Whether credentials are there: looks at existence only, never at content. */
    AuthStatus authStatus(HostEnvironment environment);

    /** What to tell a person who wants to sign in. */
    default String signInInstructions() {
        return "";
    }

    /** The agent's own sign-in, where it can be run in a terminal. */
    default Optional<SignInPlan> signIn(HostEnvironment environment) {
        return Optional.empty();
    }

    /** What to tell a person who does not have the agent. */
    default String installInstructions() {
        return "";
    }

    /** What the host could fetch to install the agent. */
    default Optional<InstallPlan> installPlan(HostEnvironment environment) {
        return Optional.empty();
    }

    /** What a person should know of this agent's ways, a sentence each. */
    default List<String> quirks() {
        return List.of();
    }

    /** Variables by which the agent notices that it runs inside itself; the host strips them from the child's environment. */
    default Set<String> nestingMarkers() {
        return Set.of();
    }

    /** The sessions in the agent's own files for this folder; reads only. */
    default List<SessionInfo> storedSessions(Path cwd, HostEnvironment environment) {
        return List.of();
    }
}
