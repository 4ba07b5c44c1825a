package dev.termal.api;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One thing that an agent said or did.
 *
 * <p>Made by engines, in the agent's order. A new kind may appear in a minor version: consumers end their chain of
 * {@code instanceof} with an {@code else}.
 */
public sealed interface AgentEvent {
    /** Whose words a message repeats or speaks. */
    enum Role {
        /** The person's, repeated by the agent. */
        USER,
        /** The agent's own. */
        AGENT
    }

    /**
     * A piece of a message.
     *
     * @param messageId where the agent tells it; a change begins a new message
     */
    record MessageChunk(Role role, ContentBlock delta, Optional<String> messageId) implements AgentEvent {
        /** A piece of the agent's own message, in text. */
        public static MessageChunk text(String text) {
            return new MessageChunk(Role.AGENT, ContentBlock.text(text), Optional.empty());
        }
    }

    /**
     * A piece of what the model thinks aloud, or only how many tokens it thought.
     *
     * @param delta the text; empty where only a count is known
     */
    record ThoughtChunk(Optional<ContentBlock> delta, OptionalLong tokens) implements AgentEvent {
        /** A thought in text. */
        public static ThoughtChunk text(String text) {
            return new ThoughtChunk(Optional.of(ContentBlock.text(text)), OptionalLong.empty());
        }
    }

    /** The whole state of a tool call; it replaces the one with its id. */
    record ToolCallUpdate(ToolCall call) implements AgentEvent {}

    /** The whole plan; it replaces the one before. */
    record PlanUpdate(List<PlanEntry> entries) implements AgentEvent {
        /** Copies its list. */
        public PlanUpdate {
            entries = List.copyOf(entries);
        }
    }

    /** What the session or the turn has used so far. */
    record UsageUpdate(Usage usage) implements AgentEvent {}

    /** The session's slow-moving facts; replaces what was known. */
    record StateUpdate(SessionState state) implements AgentEvent {}

    /** The agent has told the id of its session. */
    record SessionBound(SessionId id) implements AgentEvent {}

    /** Something worth showing that does not end the turn. */
    record Notice(Level level, String text) implements AgentEvent {
        /** How bad it is. */
        public enum Level {
            /** For information. */
            INFO,
            /** Something was not as it should be. */
            WARNING,
            /** Something failed. */
            ERROR
        }
    }

    /** A message that the protocol does not define, kept and not understood. */
    record Extension(String name, RawJson payload) implements AgentEvent {}

    /** History that an agent repeats; never live output. */
    record Replayed(AgentEvent event) implements AgentEvent {}
}
