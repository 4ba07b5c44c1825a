package dev.termal.host.json;

import dev.termal.api.SessionState;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The states of a session in a stream of lines: the first whole, then of each what differs from the one before. */
final class StateChanges {
    private static final List<Function<SessionState, Object>> PARTS = List.of(
            SessionState::title,
            SessionState::mode,
            SessionState::modes,
            SessionState::options,
            SessionState::commands);
    private static final List<String> NAMES = List.of("title", "mode", "modes", "options", "commands");

    private @Nullable SessionState told;

    /** What is to be told of a state; empty where it is known. A title or mode that is no more is null. */
    Optional<ObjectNode> next(SessionState state) {
        SessionState before = told;
        told = state;
        ObjectNode whole = FactsJson.state(state);
        if (before == null) {
            return Optional.of(whole);
        }
        boolean news = false;
        for (int i = 0; i < PARTS.size(); i++) {
            boolean same = PARTS.get(i).apply(state).equals(PARTS.get(i).apply(before));
            news |= !same;
            if (same) {
                whole.remove(NAMES.get(i));
            } else if (!whole.has(NAMES.get(i))) {
                whole.putNull(NAMES.get(i));
            }
        }
        return news ? Optional.of(whole) : Optional.empty();
    }
}
