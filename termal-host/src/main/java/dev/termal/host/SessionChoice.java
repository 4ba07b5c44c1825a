package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.event.StoredSession;
import dev.termal.host.store.SessionStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which session a caller means, and what of it holds where the caller wishes nothing else. Starts nothing. */
final class SessionChoice {
    /** So much of a key names a session. */
    private static final int KEY_CHARS = 8;

    private final SessionStore store;

    SessionChoice(SessionStore store) {
        this.store = store;
    }

    /**
     * What was chosen.
     *
     * @param spec the wishes, with the session's where the caller has none
     * @param stored the session to go on with; empty for a new one
     * @param notices what a person should know, a line each
     */
    record Chosen(SessionSpec spec, Optional<StoredSession> stored, List<String> notices) {}

    /**
     * Chooses.
     *
     * @param agent the agent that is named, in the words in which sessions know it; empty where none is
     */
    Chosen choose(SessionSpec spec, Optional<String> agent) {
        if (spec.session().isPresent() && spec.latest()) {
            throw wrong("a session by its name, or the latest of the folder: not both");
        }
        if (spec.fresh() && spec.latest()) {
            throw wrong("a new session, or the latest of the folder: not both");
        }
        Optional<StoredSession> stored = spec.fresh()
                ? Optional.empty()
                : spec.latest()
                        ? Optional.of(latest(spec.cwd(), agent))
                        : spec.session().flatMap(reference -> find(reference, agent));
        return stored.map(session -> goOn(spec, session)).orElseGet(() -> begin(spec));
    }

    private static Chosen begin(SessionSpec spec) {
        spec.session().ifPresent(spec.fresh() ? SessionName::checked : SessionName::checkedAsNew);
        return new Chosen(spec, Optional.empty(), List.of());
    }

    private StoredSession latest(Path cwd, Optional<String> agent) {
        Path folder = CanonicalFolder.of(cwd);
        return store.latest(folder, agent)
                .orElseThrow(() -> new AgentException(
                        ErrorCode.SESSION_NOT_FOUND,
                        "there is no session" + agent.map(name -> " of " + name).orElse("") + " in " + folder
                                + " yet"));
    }

    /** By its name, else by the beginning of its key. */
    Optional<StoredSession> find(String reference, Optional<String> agent) {
        List<StoredSession> named = store.named(reference);
        List<StoredSession> fitting = named.stream()
                .filter(session -> agent.isEmpty() || session.agent().value().equals(agent.get()))
                .toList();
        if (fitting.size() > 1) {
            throw wrong("several agents have a session \"" + reference + "\": say which of "
                    + fitting.stream().map(each -> each.agent().value()).collect(Collectors.joining(", ")));
        }
        if (!fitting.isEmpty() || !named.isEmpty() || reference.length() < KEY_CHARS) {
            return fitting.stream().findFirst();
        }
        List<StoredSession> keyed = store.keyed(reference);
        if (keyed.size() > 1) {
            throw wrong("several sessions have a key that begins with " + reference);
        }
        keyed.stream()
                .filter(session -> agent.isPresent() && !session.agent().value().equals(agent.get()))
                .findFirst()
                .ifPresent(session -> {
                    throw wrong(
                            "the session " + reference + " is one of " + session.agent() + ", not of " + agent.get());
                });
        return keyed.stream().findFirst();
    }

    private static Chosen goOn(SessionSpec spec, StoredSession session) {
        SessionSpec.Builder whole = spec.toBuilder().cwd(session.cwd());
        if (spec.command().isEmpty()) {
            whole.agent(session.agent().value());
        }
        if (spec.engine().isEmpty()) {
            whole.engine(session.engine().value());
        }
        StoredSession.Wishes wishes = session.wishes();
        spec.model().or(wishes::model).ifPresent(whole::model);
        spec.mode().or(wishes::mode).ifPresent(whole::mode);
        spec.effort().or(wishes::effort).ifPresent(whole::effort);
        wishes.options().forEach((id, value) -> {
            if (!spec.options().containsKey(id)) {
                whole.option(id, value);
            }
        });
        List<String> notices = new ArrayList<>();
        if (!session.cwd().equals(CanonicalFolder.of(spec.cwd()))) {
            notices.add("the session " + session.label() + " works in " + session.cwd());
        }
        if (session.state() == StoredSession.State.INTERRUPTED) {
            notices.add("the process that had the session " + session.label()
                    + " ended amid its last turn, which is closed as interrupted");
        }
        return new Chosen(whole.build(), Optional.of(session), List.copyOf(notices));
    }

    private static AgentException wrong(String message) {
        return new AgentException(ErrorCode.CONFIGURATION, message);
    }
}
