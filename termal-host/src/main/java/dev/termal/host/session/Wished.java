package dev.termal.host.session;

import dev.termal.api.SessionRequest;
import dev.termal.host.event.StoredSession.Wishes;
import dev.termal.host.store.SessionJournal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What is wished of the agent's session: for the next process that holds it, and as it is kept. Thread-safe. */
final class Wished {
    private final SessionJournal journal;
    private SessionRequest request; // guarded by this, as the next
    private Wishes kept;

    Wished(SessionRequest request, SessionJournal journal) {
        this.request = request;
        this.journal = journal;
        kept = journal.wishes();
    }

    /** One wish, in both its forms. */
    record Change(UnaryOperator<SessionRequest.Builder> asked, UnaryOperator<Wishes> kept) {
        static Change mode(String id) {
            return new Change(
                    to -> to.mode(id),
                    kept -> new Wishes(kept.model(), Optional.of(id), kept.effort(), kept.options()));
        }

        static Change model(String name) {
            return new Change(
                    to -> to.model(name),
                    kept -> new Wishes(Optional.of(name), kept.mode(), kept.effort(), kept.options()));
        }

        static Change effort(String name) {
            return new Change(
                    to -> to.effort(name),
                    kept -> new Wishes(kept.model(), kept.mode(), Optional.of(name), kept.options()));
        }

        static Change option(String id, String value) {
            return new Change(to -> to.option(id, value), kept -> {
                Map<String, String> options = new LinkedHashMap<>(kept.options());
                options.put(id, value);
                return new Wishes(kept.model(), kept.mode(), kept.effort(), options);
            });
        }

        SessionRequest in(SessionRequest request) {
            return asked.apply(request.toBuilder()).build();
        }
    }

    synchronized SessionRequest request() {
        return request;
    }

    /** From now on a conversation of its own is wished for. */
    synchronized void fresh() {
        request = request.toBuilder().fresh().build();
    }

    /** Has it wished from now on. */
    synchronized void take(Change change) {
        request = change.in(request);
        kept = change.kept().apply(kept);
        journal.wish(kept);
    }
}
