package dev.termal.host.session;

import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.host.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Which calls are told twice: an agent tells of each call that it makes, of the host's tools too, and the host tells of the calls of its
 * tools as they come. Whichever of the two is told second is marked as the same as the first, so that a person sees one.
 *
 * <p>Two are the same where the agent's names the host's server and the tool, they are of one turn, and their arguments are equal, if the
 * agent has told any; of several that fit, the first. What is told without that is left as it is. Thread-safe.
 */
final class SameCalls {
    private static final int MAX = 1_000;

    private final Predicate<ToolCall> lent;
    private final IntSupplier turn;

    // all guarded by this
    private final Map<String, Seen> ofAgent = new Newest<>();
    private final Map<String, Seen> ofHost = new Newest<>();
    private final Map<String, Optional<String>> firsts = new Newest<>();

    /** A call that has no twin yet, as last told. */
    private record Seen(ToolCall call, int turn) {}

    private static final class Newest<T> extends LinkedHashMap<String, T> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > MAX;
        }
    }

    /**
     * No calls yet.
     *
     * @param lent whether an agent's call is one of a tool of the host
     * @param turn the number of the turn that runs
     */
    SameCalls(Predicate<ToolCall> lent, IntSupplier turn) {
        this.lent = lent;
        this.turn = turn;
    }

    /** A call as the agent tells it, marked where it is known already. */
    ToolCall ofAgent(ToolCall call) {
        boolean ours = lent.test(call);
        synchronized (this) {
            if (!ours && !firsts.containsKey(call.id())) {
                firsts.put(call.id(), Optional.empty()); // what was shown as another's stays so
                return call;
            }
            ToolCall marked = marked(call, ofAgent, ofHost);
            if (call.status().isFinal()) {
                ofAgent.remove(call.id()); // it will call nothing any more
            }
            return marked;
        }
    }

    /** A call as the host tells it, marked where the agent has told of it. */
    synchronized ToolCall ofHost(ToolCall call) {
        return marked(call, ofHost, ofAgent);
    }

    private ToolCall marked(ToolCall call, Map<String, Seen> own, Map<String, Seen> others) {
        Optional<String> first = firsts.get(call.id());
        if (first == null) {
            first = twin(call, others);
            first.ifPresent(others::remove);
            firsts.put(call.id(), first);
            if (first.isEmpty()) {
                own.put(call.id(), new Seen(call, turn.getAsInt()));
            }
        } else {
            own.computeIfPresent(call.id(), (id, seen) -> new Seen(call, seen.turn()));
        }
        return first.map(id -> call.toBuilder().sameAs(id).build()).orElse(call);
    }

    private Optional<String> twin(ToolCall call, Map<String, Seen> others) {
        int now = turn.getAsInt();
        return others.values().stream()
                .filter(seen -> seen.turn() == now)
                .map(Seen::call)
                .filter(other -> other.tool().equals(call.tool()) && agree(other.input(), call.input()))
                .map(ToolCall::id)
                .findFirst();
    }

    /** Agents may tell the arguments late, or not at all. */
    private static boolean agree(Optional<RawJson> one, Optional<RawJson> other) {
        JsonNode a = one.map(Json::parse).orElseGet(() -> Json.read("{}"));
        JsonNode b = other.map(Json::parse).orElseGet(() -> Json.read("{}"));
        return a.isEmpty() || b.isEmpty() || a.equals(b);
    }
}
