package dev.termal.host.parity;

import dev.termal.api.EngineId;
import dev.termal.api.SessionState;
import dev.termal.api.SessionState.Category;
import dev.termal.api.SessionState.Choice;
import dev.termal.host.ModelList;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.event.SessionKey;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One engine with a session on it that scenarios share, for agents take long to start. For one thread. */
final class Stage implements AutoCloseable {
    private final Termal host;
    private final SessionSpec spec;
    private final EngineId other;
    private @Nullable Talk shared;

    /**
     * The stage of an engine.
     *
     * @param other another engine of the agent
     */
    Stage(Termal host, SessionSpec wished, EngineId engine, EngineId other) {
        this.host = host;
        this.other = other;
        SessionSpec.Builder builder = SessionSpec.builder(wished.cwd())
                .engine(engine.value())
                .hooks(false); // what is tried out is no news to a person
        wished.agent().ifPresent(builder::agent);
        wished.model().ifPresent(builder::model);
        wished.permissions().ifPresent(builder::permissions);
        wished.timeout().ifPresent(builder::timeout);
        spec = builder.build();
    }

    /** The session, opened by the first who needs it. */
    Talk talk() throws InterruptedException {
        Talk talk = shared == null ? new Talk(host.open(spec)) : shared;
        shared = talk;
        return talk;
    }

    /** A session of its own, which the caller closes. */
    Talk talk(UnaryOperator<SessionSpec.Builder> wishes) throws InterruptedException {
        return new Talk(host.open(wishes.apply(spec.toBuilder().kept(false)).build()));
    }

    /** The engine to compare with. */
    EngineId other() {
        return other;
    }

    /** Removes a session that was kept. */
    void forget(SessionKey key) throws InterruptedException {
        host.sessions().remove(key);
    }

    /** Another model than the one that answers; empty where the agent tells of none. */
    Optional<String> otherModel() throws InterruptedException {
        SessionState state = talk().session().state();
        Optional<SessionState.Option> offered = state.option(Category.MODEL);
        if (offered.isPresent()) {
            return other(offered.get());
        }
        ModelList list = host.models(spec);
        Optional<String> current = spec.model().or(list::current);
        return list.models().stream()
                .map(ModelList.Model::id)
                .filter(id -> !Optional.of(id).equals(current))
                .findFirst();
    }

    /** Another effort than the one there is; empty where the agent has no choice. */
    Optional<String> otherEffort() throws InterruptedException {
        return talk().session().state().option(Category.THOUGHT_LEVEL).flatMap(Stage::other);
    }

    private static Optional<String> other(SessionState.Option option) {
        List<String> values = option.choices().stream().map(Choice::value).toList();
        return values.stream().filter(value -> !value.equals(option.value())).findFirst();
    }

    /** Ends the session; whoever needs one gets another. */
    @Override
    public void close() {
        Talk old = shared;
        shared = null;
        if (old != null) {
            old.close();
        }
    }
}
