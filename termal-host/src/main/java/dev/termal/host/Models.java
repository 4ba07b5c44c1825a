package dev.termal.host;

import dev.termal.api.SessionState;
import dev.termal.api.SessionState.Category;
import dev.termal.api.spi.EngineBinding.ModelInfo;
import dev.termal.host.ModelList.Model;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Finds out which models an agent has: from what is known of it, else from a session, in which nothing is said. */
final class Models {
    private final Connector connector;

    @Inject
    Models(Connector connector) {
        this.connector = connector;
    }

    ModelList of(SessionPlanner.Prepared agent) throws InterruptedException {
        List<ModelInfo> known = agent.binding().models(agent.environment());
        if (!known.isEmpty()) {
            List<Model> models = known.stream()
                    .map(model -> new Model(model.id(), model.name(), model.description()))
                    .toList();
            return list(agent, agent.request().model(), models, false);
        }
        Optional<SessionState.Option> option =
                connector.inSession(agent, session -> session.state().option(Category.MODEL));
        return list(
                agent,
                option.map(SessionState.Option::value),
                option.map(SessionState.Option::choices).orElse(List.of()).stream()
                        .map(choice -> new Model(choice.value(), choice.name(), choice.description()))
                        .toList(),
                true);
    }

    private static ModelList list(
            SessionPlanner.Prepared agent, Optional<String> current, List<Model> models, boolean fromSession) {
        return new ModelList(agent.profile().id(), agent.reason(), current, models, fromSession);
    }
}
