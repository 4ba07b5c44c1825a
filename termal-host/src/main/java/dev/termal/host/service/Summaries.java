package dev.termal.host.service;

import dev.termal.api.SessionState;
import dev.termal.api.Usage;
import dev.termal.host.StoredSessions;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.TurnReport;
import dev.termal.host.service.SessionSummary.Owner;
import dev.termal.host.service.SessionSummary.State;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Makes summaries; what is kept of a session is read again only when it has changed. Thread-safe. */
final class Summaries {
    private static final int REMEMBERED = 500;
    private static final int LOOKED_AT = 200; // entries of a turn that runs elsewhere

    private final StoredSessions stored;
    private final Predicate<SessionKey> held;
    private final Map<SessionKey, SessionSummary> elsewhere = new LinkedHashMap<>(); // guarded by itself

    /**
     * Summaries of what is kept.
     *
     * @param held whether this process has a session open, or is about to
     */
    Summaries(StoredSessions stored, Predicate<SessionKey> held) {
        this.stored = stored;
        this.held = held;
    }

    /** A session that is open here and in which nothing was said that would be kept. */
    static StoredSession unsaid(OpenSession open) {
        return new StoredSession(
                open.key(),
                open.name(),
                open.session().agent(),
                open.session().engine(),
                open.cwd(),
                "",
                StoredSession.Wishes.NONE,
                open.opened(),
                open.opened(),
                0,
                open.session().openedAt(),
                StoredSession.State.OPEN,
                "",
                Optional.empty(),
                Map.of());
    }

    SessionSummary of(StoredSession session, Optional<OpenSession> here) {
        if (here.isPresent()) {
            return open(session, here.get());
        }
        SessionSummary summary = known(session);
        return held.test(session.key()) ? summary.ownedHere() : summary;
    }

    private SessionSummary known(StoredSession session) {
        synchronized (elsewhere) {
            SessionSummary known = elsewhere.get(session.key());
            if (known != null && known.session().equals(session) && known.state() != State.WORKING) {
                return known;
            }
        }
        SessionSummary made = kept(session);
        synchronized (elsewhere) {
            elsewhere.put(session.key(), made);
            if (elsewhere.size() > REMEMBERED) {
                elsewhere.remove(elsewhere.keySet().iterator().next());
            }
        }
        return made;
    }

    private SessionSummary open(StoredSession session, OpenSession here) {
        Glance glance = here.glance();
        Optional<TurnReport> before =
                glance.outcome().isEmpty() && session.turns() > 0 ? stored.lastReport(session.key()) : Optional.empty();
        SessionState facts = here.session().state();
        State state = !glance.asked().isEmpty()
                ? State.ASKING
                : here.isBusy() ? State.WORKING : after(glance.outcome().or(session::lastOutcome));
        String said = glance.preview();
        return new SessionSummary(
                session,
                state,
                said.isEmpty()
                        ? before.map(TurnReport::text).map(Glance::preview).orElse("")
                        : said,
                facts.option(SessionState.Category.MODEL)
                        .map(SessionState.Option::value)
                        .or(session.wishes()::model),
                facts.mode().or(session.wishes()::mode),
                glance.usage().or(() -> before.flatMap(TurnReport::usage)),
                Optional.of(Owner.HERE),
                here.waiting().size());
    }

    private SessionSummary kept(StoredSession session) {
        Glance glance = new Glance();
        if (session.state() == StoredSession.State.RUNNING) {
            stored.last(session.key(), LOOKED_AT).entries().forEach(glance::entry);
        }
        Optional<TurnReport> last = stored.lastReport(session.key());
        State state = switch (session.state()) {
            case RUNNING -> glance.asked().isEmpty() ? State.WORKING : State.ASKING;
            case INTERRUPTED -> State.ERROR;
            case OPEN, IDLE -> after(session.lastOutcome());
        };
        Optional<Usage> usage = glance.usage().or(() -> last.flatMap(TurnReport::usage));
        String said = glance.preview();
        return new SessionSummary(
                session,
                state,
                said.isEmpty() ? last.map(TurnReport::text).map(Glance::preview).orElse("") : said,
                session.wishes().model(),
                session.wishes().mode(),
                usage,
                Optional.of(session.holder())
                        .filter(holder -> !holder.isEmpty())
                        .map(holder -> new Owner(false, holder)),
                session.holder().isEmpty() ? 0 : stored.waiting(session.key()).size());
    }

    /** What there is to see after a turn. */
    private static State after(Optional<Outcome> outcome) {
        return outcome.map(each -> switch (each) {
                    case DONE, PARTLY_DENIED, DENIED -> State.DONE;
                    case CANCELLED -> State.IDLE;
                    default -> State.ERROR;
                })
                .orElse(State.IDLE);
    }
}
