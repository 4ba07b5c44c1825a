package dev.termal.host.store;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.EngineId;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredSession.Wishes;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.Json;
import dev.termal.host.text.Beginning;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps one open session: collects entries and has the writer take them in groups, pieces of one message joined. A session
 * that was never kept before gets its row with its first entry, so that one which says nothing leaves nothing.
 */
final class StoredJournal implements SessionJournal {
    private static final int PAGE = 500;
    static final int PROMPT_CHARS = 80;

    private final SessionStore store;
    private final StoredSession session;
    private final EngineId engine;
    private final String token;
    private final long numberedUpTo;
    private final long seen;
    private final Optional<Binding> binding;
    private final EntryJson json;

    // the writer's thread alone, but for the first of them, which others may read
    private volatile long id;
    private final Pieces pieces = new Pieces();
    private boolean turnEnded;

    private final Object lock = new Object();
    // all guarded by lock
    private final List<SessionEntry> added = new ArrayList<>();
    private Optional<Binding> newBinding = Optional.empty();
    private Optional<Wishes> newWishes = Optional.empty();
    private Optional<Listener> listener = Optional.empty();
    private boolean submitted;
    private boolean over;
    private boolean unwanted;

    /**
     * A journal of a session that this host holds.
     *
     * @param id its row; 0 where it has none yet
     */
    StoredJournal(
            SessionStore store,
            StoredSession session,
            long id,
            EngineId engine,
            String token,
            long numberedUpTo,
            long seen,
            Optional<Binding> binding) {
        this.store = store;
        this.session = session;
        this.id = id;
        this.engine = engine;
        this.token = token;
        this.numberedUpTo = numberedUpTo;
        this.seen = seen;
        this.binding = binding;
        json = Entries.json(session.key(), session.agent(), engine);
    }

    @Override
    public SessionKey key() {
        return session.key();
    }

    @Override
    public long numberedUpTo() {
        return numberedUpTo;
    }

    @Override
    public int lastTurn() {
        return session.turns();
    }

    @Override
    public boolean keeps() {
        return true;
    }

    @Override
    public Optional<Binding> binding() {
        return binding;
    }

    @Override
    public void listen(Listener who) {
        synchronized (lock) {
            listener = Optional.of(who);
        }
    }

    @Override
    public void bind(Binding told) {
        synchronized (lock) {
            newBinding = Optional.of(told);
        }
    }

    @Override
    public Wishes wishes() {
        return session.wishes();
    }

    @Override
    public void wish(Wishes wishes) {
        synchronized (lock) {
            newWishes = Optional.of(wishes);
        }
    }

    @Override
    public void add(SessionEntry entry) {
        boolean hurry = Brackets.has(entry.body());
        boolean first;
        synchronized (lock) {
            if (over) {
                return;
            }
            added.add(entry);
            first = !submitted;
            submitted = true;
        }
        if (first) {
            store.submit(new Flush(), hurry);
        } else if (hurry) {
            store.hurry();
        }
    }

    /** Writes what has been added until it is the writer's turn. */
    private final class Flush implements Writer.Step {
        private long lastSeq;

        @Override
        public void apply(Database database) {
            List<SessionEntry> entries;
            Optional<Binding> bound;
            Optional<Wishes> wished;
            synchronized (lock) {
                entries = List.copyOf(added);
                added.clear();
                submitted = false;
                bound = newBinding;
                newBinding = Optional.empty();
                wished = newWishes;
                newWishes = Optional.empty();
            }
            begin(database);
            entries.forEach(entry -> keep(database, entry));
            pieces.row().ifPresent(row -> Entries.add(database, id, row, json));
            wished.ifPresent(wishes -> SessionRows.wish(database, id, wishes));
            if (!entries.isEmpty()) {
                SessionEntry last = entries.get(entries.size() - 1);
                SessionRows.advance(database, id, last.seq(), last.turn(), last.time());
                lastSeq = last.seq();
            }
            bound.ifPresent(told -> {
                SessionRows.bind(database, id, engine, told.agentSession(), told.agentName());
                SessionRows.seen(database, id, engine);
            });
        }

        @Override
        public void done() {
            Optional<Listener> who;
            synchronized (lock) {
                who = listener;
            }
            who.ifPresent(each -> {
                store.takeNotices().forEach(each::notice); // before a turn that waits to be seen is over
                if (lastSeq > 0) {
                    each.committed(lastSeq);
                }
            });
            if (turnEnded) {
                turnEnded = false;
                store.takeIn(id);
            }
        }

        @Override
        public void failed(AgentException why) {
            Optional<Listener> who;
            synchronized (lock) {
                over = true; // what comes behind a gap is of no use
                added.clear();
                who = listener;
            }
            who.ifPresent(each -> each.failed(String.valueOf(why.getMessage())));
        }
    }

    private void begin(Database database) {
        if (id == 0) {
            id = SessionRows.insert(database, session);
            Leases.hold(database, id, token, session.created());
        }
    }

    private void keep(Database database, SessionEntry entry) {
        if (pieces.take(entry)) {
            return;
        }
        pieces.row().ifPresent(row -> Entries.add(database, id, row, json));
        if (pieces.take(entry)) {
            return;
        }
        Entries.add(database, id, EntryRow.of(entry), json);
        note(database, entry);
    }

    /** What an entry says beyond itself. */
    private void note(Database database, SessionEntry entry) {
        if (entry.body() instanceof EntryBody.TurnStarted started) {
            SessionRows.turnStarted(
                    database,
                    id,
                    entry.turn(),
                    entry.seq(),
                    entry.time(),
                    Beginning.of(started.prompt().text(), PROMPT_CHARS));
        } else if (entry.body() instanceof EntryBody.TurnEnded ended) {
            String body = json.json(ended).map(Json::line).orElse("");
            SessionRows.turnEnded(database, id, entry.turn(), entry.seq(), entry.time(), ended.report(), body);
            turnEnded = true;
        } else if (entry.body() instanceof EntryBody.Said said) {
            if (said.event() instanceof AgentEvent.SessionBound bound) {
                SessionRows.bind(database, id, engine, Optional.of(bound.id()), "");
            } else if (said.event() instanceof AgentEvent.StateUpdate update) {
                update.state().title().ifPresent(title -> SessionRows.title(database, id, title));
            }
        }
    }

    @Override
    public long seen() {
        return seen;
    }

    @Override
    public List<SessionEntry> last(long afterSeq, int limit) {
        return id == 0
                ? List.of()
                : store.read(database -> Entries.last(database, id, afterSeq, limit))
                        .entries();
    }

    @Override
    public List<SessionEntry> after(long seq) {
        return id == 0
                ? List.of()
                : store.read(database -> Entries.after(database, id, seq, PAGE)).entries();
    }

    @Override
    public void notReached() {
        synchronized (lock) {
            unwanted = numberedUpTo == 0;
            newWishes = Optional.of(session.wishes());
        }
    }

    @Override
    public void close() {
        boolean kept;
        boolean wished;
        boolean leavesNothing;
        synchronized (lock) {
            kept = !over;
            if (over && id == 0) {
                return;
            }
            leavesNothing = unwanted;
            wished = kept && id != 0 && newWishes.isPresent(); // after the last entry
        }
        if (wished) {
            store.submit(new Flush(), true);
        }
        store.giveUp(token, () -> id, kept, leavesNothing);
        synchronized (lock) {
            over = true;
        }
    }
}
