package dev.termal.host.event;

import dev.termal.api.AgentEvent;
import dev.termal.api.Answer;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Prompt;
import dev.termal.api.Question;
import java.util.Optional;

/** What an entry of a session's stream says. */
public sealed interface EntryBody {
    /**
     * The agent said or did something.
     *
     * @param late whether it came after its turn had ended
     */
    record Said(AgentEvent event, boolean late) implements EntryBody {}

    /** The host has something to tell about the session that does not end the turn. */
    record HostNotice(AgentEvent.Notice.Level level, String text) implements EntryBody {}

    /** A turn begins. */
    record TurnStarted(Prompt prompt) implements EntryBody {}

    /** A turn has ended; exactly one for each start. */
    record TurnEnded(TurnReport report) implements EntryBody {}

    /** The agent asks whether it may do something. */
    record PermissionRequested(String id, PermissionRequest request) implements EntryBody {}

    /**
     * A permission request was answered.
     *
     * @param option what was chosen; empty where it was cancelled
     */
    record PermissionAnswered(String id, Optional<PermissionOption> option, Decider by) implements EntryBody {}

    /** The agent asks something. */
    record QuestionAsked(Question question) implements EntryBody {}

    /** A question was answered; values of secret fields are left out. */
    record QuestionAnswered(String id, Answer answer, Decider by) implements EntryBody {}

    /** Who decided. */
    enum Decider {
        /** A person, or a program on behalf of one. */
        PERSON,
        /** The permission policy. */
        POLICY,
        /** A rule of the person's. */
        RULE,
        /** An answer given beforehand. */
        PRESET,
        /** Nobody: the turn was cancelled or ended. */
        TURN_END
    }
}
