package dev.termal.engine.acp;

import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tells from the binding's launch commands what only a launch can give, and whether a new one is needed. */
final class LaunchPlan {
    /** A wish that a launch may carry out. */
    enum Part {
        MODEL,
        MODE,
        EFFORT,
        FOLDERS,
        SYSTEM_PROMPT
    }

    private final EngineBinding binding;
    private final HostEnvironment environment;

    LaunchPlan(EngineBinding binding, HostEnvironment environment) {
        this.binding = binding;
        this.environment = environment;
    }

    /** A session's wishes in the agent's words. */
    SessionRequest inItsWords(SessionRequest wanted, SessionState offered) {
        return binding.inItsWords(wanted, offered);
    }

    /** Whether the launch carries this wish: it would be another one without. */
    boolean carries(SessionRequest request, Part part) {
        return !isSame(request, copy(request, EnumSet.of(part), Optional.empty()));
    }

    /** Why a session that was launched for one request cannot become the other without a new launch; empty where it can. */
    List<String> causes(SessionRequest launched, SessionRequest target, SessionState state) {
        List<String> causes = new ArrayList<>();
        add(causes, "cwd", !launched.cwd().equals(target.cwd()));
        add(causes, "MCP servers", !launched.mcpServers().equals(target.mcpServers()));
        add(causes, "folders", !launched.additionalDirectories().equals(target.additionalDirectories()));
        Set<Part> settable = settable(state, target);
        if (causes.isEmpty() && !isSame(launched, copy(target, settable, Optional.of(launched)))) {
            add(
                    causes,
                    "model",
                    !settable.contains(Part.MODEL) && !launched.model().equals(target.model()));
            add(
                    causes,
                    "mode",
                    !settable.contains(Part.MODE) && !launched.mode().equals(target.mode()));
            add(
                    causes,
                    "effort",
                    !settable.contains(Part.EFFORT) && !launched.effort().equals(target.effort()));
            add(causes, "permissions", launched.permissions() != target.permissions());
            add(causes, "launch command", causes.isEmpty());
        }
        return causes;
    }

    private static void add(List<String> causes, String cause, boolean applies) {
        if (applies) {
            causes.add(cause);
        }
    }

    /** What the protocol can set needs no launch; a launch may know values that the protocol does not offer. */
    private static Set<Part> settable(SessionState state, SessionRequest target) {
        EnumSet<Part> parts = EnumSet.noneOf(Part.class);
        if (offers(state, SessionState.Category.MODEL, target.model())) {
            parts.add(Part.MODEL);
        }
        if (!state.modes().isEmpty()) {
            parts.add(Part.MODE);
        }
        if (offers(state, SessionState.Category.THOUGHT_LEVEL, target.effort())) {
            parts.add(Part.EFFORT);
        }
        return parts;
    }

    private static boolean offers(SessionState state, SessionState.Category category, Optional<String> value) {
        return state.option(category)
                .filter(option -> value.isEmpty()
                        || SessionWishes.match(value.get(), option.choices()).isPresent())
                .isPresent();
    }

    /** The request with some parts as in another one, or left out where there is no other one. */
    private static SessionRequest copy(SessionRequest target, Set<Part> replaced, Optional<SessionRequest> other) {
        SessionRequest.Builder copy = SessionRequest.builder(target.cwd()).permissions(target.permissions());
        part(Part.MODEL, target, replaced, other).flatMap(SessionRequest::model).ifPresent(copy::model);
        part(Part.MODE, target, replaced, other).flatMap(SessionRequest::mode).ifPresent(copy::mode);
        part(Part.EFFORT, target, replaced, other)
                .flatMap(SessionRequest::effort)
                .ifPresent(copy::effort);
        part(Part.SYSTEM_PROMPT, target, replaced, other)
                .flatMap(SessionRequest::systemPrompt)
                .ifPresent(copy::systemPrompt);
        part(Part.FOLDERS, target, replaced, other)
                .ifPresent(from -> from.additionalDirectories().forEach(copy::additionalDirectory));
        target.options().forEach(copy::option);
        target.mcpServers().forEach(copy::mcpServer);
        return copy.build();
    }

    private static Optional<SessionRequest> part(
            Part part, SessionRequest target, Set<Part> replaced, Optional<SessionRequest> other) {
        return replaced.contains(part) ? other : Optional.of(target);
    }

    /** Which conversation is meant does not count: the agent's own id is no drift. */
    boolean isSame(SessionRequest one, SessionRequest other) {
        Optional<LaunchSpec> a = spec(one);
        Optional<LaunchSpec> b = spec(other);
        return a.map(LaunchPlan::parts).equals(b.map(LaunchPlan::parts));
    }

    private Optional<LaunchSpec> spec(SessionRequest request) {
        return binding.launchSpec(
                new LaunchRequest.ForSession(request.toBuilder().fresh().build()), environment);
    }

    private static List<Object> parts(LaunchSpec spec) {
        return List.of(
                spec.command(),
                spec.cwd(),
                spec.environment(),
                spec.removedNames(),
                spec.stdin(),
                spec.files(),
                spec.edits());
    }
}
