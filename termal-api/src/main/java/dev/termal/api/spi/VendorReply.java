package dev.termal.api.spi;

import dev.termal.api.AgentEvent;
import dev.termal.api.Answer;
import dev.termal.api.FollowUp;
import dev.termal.api.Question;
import dev.termal.api.RawJson;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a {@link VendorRequestHandler} decided. */
public sealed interface VendorReply {
    /** This answer, after these events were delivered. */
    record Reply(RawJson result, List<AgentEvent> events, Optional<FollowUp> followUp) implements VendorReply {
        /** Copies its list. */
        public Reply {
            events = List.copyOf(events);
        }
    }

    /**
     * A person shall be asked; the answer becomes the reply.
     *
     * @param events delivered before the question is asked
     * @param reply turns each kind of answer into a reply, a cancelled one too; pure
     */
    record Ask(Question question, List<AgentEvent> events, Function<Answer, Reply> reply) implements VendorReply {
        /** Copies its list. */
        public Ask {
            events = List.copyOf(events);
        }
    }

    /** An error with the protocol's code. */
    record Reject(int code, String message) implements VendorReply {}

    /** A plain answer. */
    static VendorReply of(RawJson result) {
        return new Reply(result, List.of(), Optional.empty());
    }
}
