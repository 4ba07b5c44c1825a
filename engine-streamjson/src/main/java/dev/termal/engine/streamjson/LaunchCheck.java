package dev.termal.engine.streamjson;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Finds out before a launch whether it could carry a wish: there is no agent yet that could say so, and a wish that no argument
 * carries would be lost without a word. Starts nothing; thread-safe.
 */
final class LaunchCheck {
    private final EngineBinding binding;
    private final HostEnvironment environment;

    LaunchCheck(EngineBinding binding, HostEnvironment environment) {
        this.binding = binding;
        this.environment = environment;
    }

    /**
     * Looks at all that a session wishes at its beginning.
     *
     * @throws AgentException as {@link #refuseImpossible(SessionRequest, SessionRequest)}
     */
    void refuseImpossible(SessionRequest first) {
        refuseImpossible(bare(first).build(), first);
    }

    /**
     * Looks at what one request wishes and the other does not.
     *
     * @throws AgentException {@link ErrorCode#CONFIGURATION} for a value that the agent does not have, and
     *     {@link ErrorCode#UNSUPPORTED} for a wish that its launch has no argument for
     */
    void refuseImpossible(SessionRequest before, SessionRequest after) {
        spec(after);
        UnaryOperator<SessionRequest.Builder> model =
                wish -> after.model().map(wish::model).orElse(wish);
        if (after.model().isPresent() && !after.model().equals(before.model()) && !changes(after, model)) {
            throw unsupported("this agent offers no choice of model");
        }
        UnaryOperator<SessionRequest.Builder> effort =
                wish -> after.effort().map(wish::effort).orElse(wish);
        if (after.effort().isPresent() && !after.effort().equals(before.effort()) && !changes(after, effort)) {
            throw unsupported("this agent offers no choice of effort");
        }
        after.options().forEach((option, value) -> {
            if (!value.equals(before.options().get(option)) && !changes(after, wish -> wish.option(option, value))) {
                throw unsupported("this agent has no option \"" + option + "\"");
            }
        });
    }

    private static AgentException unsupported(String message) {
        return new AgentException(ErrorCode.UNSUPPORTED, message);
    }

    /** Whether a launch with this wish alone is another one than a launch without any. */
    private boolean changes(SessionRequest request, UnaryOperator<SessionRequest.Builder> wish) {
        Optional<LaunchSpec> with = spec(wish.apply(bare(request)).build());
        return with.isEmpty()
                || !with.map(LaunchCheck::parts)
                        .equals(spec(bare(request).build()).map(LaunchCheck::parts));
    }

    private static SessionRequest.Builder bare(SessionRequest request) {
        return SessionRequest.builder(request.cwd()).permissions(request.permissions());
    }

    private static List<Object> parts(LaunchSpec spec) {
        return List.of(spec.command(), spec.environment(), spec.files());
    }

    /** Empty where there is no process, or where what hinders it is no wish: that shows when it is launched. */
    private Optional<LaunchSpec> spec(SessionRequest request) {
        try {
            return binding.launchSpec(new LaunchRequest.ForConnection(request), environment);
        } catch (AgentException e) {
            if (e.code() == ErrorCode.CONFIGURATION || e.code() == ErrorCode.UNSUPPORTED) {
                throw e;
            }
            return Optional.empty();
        }
    }
}
