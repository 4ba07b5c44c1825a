package dev.termal.api.spi;

import dev.termal.api.AuthMethod;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How one agent is driven by one engine.
 *
 * <p>Implemented by profiles. All methods are pure but for reading the environment they are given, and may be called from any
 * thread; only what {@link #forConnection} gives may remember.
 */
public interface EngineBinding {
    /** The engine. */
    EngineId engine();

    /**
     * The command that starts the agent; empty for an agent without a process.
     *
     * @throws dev.termal.api.AgentException {@link ErrorCode#EXECUTABLE_NOT_FOUND} with all that was tried, or
     *     {@link ErrorCode#CONFIGURATION}
     */
    Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment);

    /**
     * The binding as one connection uses it, for agents whose messages are understood only with what they said before. Engines
     * ask once for each connection, and ask that one for everything they need; its {@link #rewrite} and its handlers are called
     * by one thread at a time.
     */
    default EngineBinding forConnection() {
        return this;
    }

    /**
     * The launch arguments that stand for a session's permission policy, where the agent cannot ask; they are among those of
     * {@link #launchSpec}. Empty where the host answers its requests, or no argument is needed.
     */
    default List<String> policyArguments(SessionRequest session) {
        return List.of();
    }

    /** Protocol options of the engine that this agent needs; unknown ones are refused. */
    default Map<String, String> options() {
        return Map.of();
    }

    /**
     * The method to sign in with before the first session, of those that the agent offers; empty where nothing shall be sent
     * unasked.
     */
    default Optional<String> authMethod(List<AuthMethod> offered, HostEnvironment environment) {
        return Optional.empty();
    }

    /** The models that can be named without a session; empty where only a session tells. */
    default List<ModelInfo> models(HostEnvironment environment) throws InterruptedException {
        return List.of();
    }

    /**
     * Whether the agent has a model by this name, in any of the ways in which one can be asked for; empty where only the agent
     * knows. Asked before another model is wished for in a session that does not tell its models.
     */
    default Optional<Boolean> hasModel(String name, HostEnvironment environment) throws InterruptedException {
        return Optional.empty();
    }

    /**
     * A session's wishes in this agent's words, for agents that name a model, a mode or an effort otherwise than people do.
     * Asked by engines that set wishes over the protocol.
     *
     * @param offered what there is to choose from
     * @throws dev.termal.api.AgentException for a wish that this agent cannot carry out
     */
    default SessionRequest inItsWords(SessionRequest wanted, SessionState offered) {
        return wanted;
    }

    /** The methods whose messages {@link #rewrite} wants to see. */
    default Set<String> rewrittenMethods() {
        return Set.of();
    }

    /**
     * Says in the protocol's words what this vendor words differently, before it is understood.
     *
     * @param message the parameters of a request or notification of the agent, or the result that it gave to the method
     * @return the same object where nothing is to be changed
     */
    default RawJson rewrite(Wire kind, String method, RawJson message) {
        return message;
    }

    /** What an error of this agent means; empty where the engine's own reading holds. */
    default Optional<ErrorCode> classify(PeerError error) {
        return Optional.empty();
    }

    /** The probes and gates that must not fail where this agent is to be relied on, by the ids of {@link Verdict}. */
    default Set<String> reliedOn() {
        return Set.of("P1", "P3", "P5");
    }

    /** Answers to the agent's requests beyond the protocol, by method. */
    default Map<String, VendorRequestHandler> requestHandlers() {
        return Map.of();
    }

    /** Readers of the agent's notifications beyond the protocol, by method. */
    default Map<String, VendorNotificationHandler> notificationHandlers() {
        return Map.of();
    }

    /** How the agent's lines are read, for engines that know lines only. */
    default Optional<DialectFactory> dialect() {
        return Optional.empty();
    }

    /** What kind of message {@link #rewrite} is given. */
    enum Wire {
        /** The agent asks. */
        REQUEST,
        /** The agent tells. */
        NOTIFICATION,
        /** The agent answers. */
        RESULT
    }

    /**
     * An error as the agent sent it.
     *
     * @param method what it answers
     */
    record PeerError(String method, int code, String message, Optional<RawJson> data, String stderrTail) {}

    /** A model that can be asked for. */
    record ModelInfo(String id, String name, String description) {}
}
