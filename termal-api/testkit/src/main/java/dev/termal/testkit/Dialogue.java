package dev.termal.testkit;

import dev.termal.api.Feature;
import dev.termal.api.PermissionOption;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import java.util.Set;

/**
 * How an agent behind one engine says what {@link EngineContract} lets it say: neutral scenes in that engine's own wire
 * format. Implemented by the engine's tests; each method adds steps (and standing rules where the protocol needs them) to the
 * agent's script.
 */
public interface Dialogue {
    /** How long a process lives. */
    enum Lifetime {
        /** For a connection or a session: it takes one prompt after the other. */
        SESSION,
        /** For a turn: it ends after it, and the next one continues the conversation. */
        TURN
    }

    /** How long a process lives under this engine. */
    Lifetime lifetime();

    /** What the agent in these scenes can do; scenes that need more are left out. */
    Set<Feature> features();

    /** The reasons for which a turn can end in these scenes; more than {@link StopReason#END_TURN} where the wire has them. */
    default Set<StopReason> stopReasons() {
        return Set.of(StopReason.END_TURN);
    }

    /** A process begins with a fresh session of this id: all that comes before the first prompt. */
    void start(Script agent, SessionId id);

    /**
     * Like {@link #start}, but the agent says this before the session's opening has returned.
     *
     * @return false where the wire has no such moment; then nothing was added
     */
    default boolean startTalking(Script agent, SessionId id, String text) {
        return false;
    }

    /** A process begins that continues the session of this id; it may repeat history where the wire does. */
    void restart(Script agent, SessionId id);

    /** A process begins and is asked to continue a session of this id, which it does not know; up to its refusal. */
    void unknownSession(Script agent, SessionId id);

    /** A prompt with this text comes, and the turn begins. Nothing where the prompt is an argument. */
    void prompt(Script agent, String text);

    /** A piece of a message. */
    void say(Script agent, String text);

    /** The turn ends. */
    void end(Script agent, StopReason reason);

    /** The turn ends with an error in these words. */
    void fail(Script agent, String message);

    /** The host asks to stop, and the turn ends as cancelled. With {@link Feature#CANCEL}. */
    default void cancelled(Script agent) {
        throw missing(Feature.CANCEL);
    }

    /** Sessions that begin after this offer these models, the first of which is the current one. Nothing where the wire has none. */
    default void offerModels(String... models) {}

    /**
     * The host asks for another model before the next prompt.
     *
     * @return false where only a launch can be for another model; then nothing was added
     */
    default boolean modelAsked(Script agent, String model) {
        return false;
    }

    /** A piece of a thought. With {@link Feature#THOUGHTS}. */
    default void think(Script agent, String text) {
        throw missing(Feature.THOUGHTS);
    }

    /** A tool call is announced, titled {@code title}, in progress. */
    void toolStarted(Script agent, String id, String title, ToolCall.Kind kind);

    /** The tool call has ended. */
    void toolEnded(Script agent, String id, ToolCall.Status status);

    /** A plan of these steps, the first in progress. With {@link Feature#PLANS}. */
    default void plan(Script agent, String... steps) {
        throw missing(Feature.PLANS);
    }

    /** The tokens that the turn used, told before or with its end: called right before {@link #end}. With {@link Feature#USAGE}. */
    default void usage(Script agent, long inputTokens, long outputTokens) {
        throw missing(Feature.USAGE);
    }

    /**
     * The agent asks whether the tool call may run, and offers to allow and to reject it once. With
     * {@link Feature#PERMISSIONS}.
     */
    default void askPermission(Script agent, String toolCallId) {
        throw missing(Feature.PERMISSIONS);
    }

    /** The host's answer comes: an option of this kind. With {@link Feature#PERMISSIONS}. */
    default void permissionAnswered(Script agent, PermissionOption.Kind kind) {
        throw missing(Feature.PERMISSIONS);
    }

    /** The host cancels the open request and the turn, in this order, and the turn ends. With both features. */
    default void permissionAndTurnCancelled(Script agent) {
        throw missing(Feature.PERMISSIONS);
    }

    private static IllegalStateException missing(Feature feature) {
        return new IllegalStateException("the dialogue claims " + feature + " but does not script it");
    }
}
