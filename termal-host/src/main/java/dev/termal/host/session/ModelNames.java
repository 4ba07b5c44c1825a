package dev.termal.host.session;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionState;
import dev.termal.api.SessionState.Category;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineBinding.ModelInfo;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.host.text.Nearest;
import java.util.List;
import java.util.Optional;

/** Whether an agent has a model, as far as that is known before it is asked for one. */
final class ModelNames {
    private ModelNames() {}

    /**
     * Refuses a name that no model has. A session that tells its models is left to its engine, which knows how they are named.
     *
     * @return false where only the agent knows
     * @throws AgentException of code {@code CONFIGURATION}, with the choices
     */
    static boolean refuseUnknown(String name, SessionState state, EngineBinding binding, HostEnvironment environment)
            throws InterruptedException {
        if (state.option(Category.MODEL).isPresent()) {
            return true;
        }
        Optional<Boolean> known = binding.hasModel(name, environment);
        if (known.equals(Optional.of(false))) {
            List<String> choices =
                    binding.models(environment).stream().map(ModelInfo::id).toList();
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    "no model \"" + name + "\"; the choices are: " + String.join(", ", choices)
                            + Nearest.hint(name, choices));
        }
        return known.isPresent();
    }
}
