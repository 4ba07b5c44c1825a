package dev.termal.host;

import dev.termal.api.AgentId;
import java.util.List;
import java.util.Optional;

/**
 * The models of an agent.
 *
 * @param reason why this agent was chosen; empty where it was named
 * @param current the one that a session would have, where that is known
 * @param models empty where the agent does not tell
 * @param fromSession whether the agent was started to tell
 */
public record ModelList(
        AgentId agent, String reason, Optional<String> current, List<Model> models, boolean fromSession) {
    /** One model; {@code id} is what it is asked for by. */
    public record Model(String id, String name, String description) {}

    /** Copies its list. */
    public ModelList {
        models = List.copyOf(models);
    }
}
