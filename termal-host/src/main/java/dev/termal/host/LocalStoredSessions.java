package dev.termal.host;

import com.google.inject.Inject;
import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.SessionId;
import dev.termal.api.SessionInfo;
import dev.termal.host.event.EntryPage;
import dev.termal.host.event.SearchHit;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredTurn;
import dev.termal.host.event.TurnReport;
import dev.termal.host.event.WaitingPrompt;
import dev.termal.host.store.SessionStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The sessions of this home. */
final class LocalStoredSessions implements StoredSessions {
    private final SessionStore store;
    private final Inventory inventory;
    private final Connector connector;
    private final HostContext context;

    @Inject
    LocalStoredSessions(SessionStore store, Inventory inventory, Connector connector, HostContext context) {
        this.store = store;
        this.inventory = inventory;
        this.connector = connector;
        this.context = context;
    }

    @Override
    public List<StoredSession> list(Optional<Path> folder, Optional<String> agent, int limit) {
        return store.list(folder.map(CanonicalFolder::of), agent, limit);
    }

    @Override
    public List<StoredSession> listBehind(
            SessionKey key, Instant updated, Optional<Path> folder, Optional<String> agent, int limit) {
        return store.listBehind(key, updated, folder.map(CanonicalFolder::of), agent, limit);
    }

    @Override
    public void requireAgent(String agent) {
        if (!store.hasAny(agent)) {
            new AgentChooser(inventory.setupAsFarAsPossible()).named(agent);
        }
    }

    @Override
    public StoredSession find(String reference, Optional<String> agent) {
        return new SessionChoice(store)
                .find(reference, agent)
                .orElseThrow(() -> new AgentException(
                        ErrorCode.SESSION_NOT_FOUND,
                        "there is no session \"" + reference + "\""
                                + agent.map(name -> " of " + name).orElse("")));
    }

    @Override
    public Optional<StoredSession> get(SessionKey key) {
        return store.byKey(key);
    }

    @Override
    public List<StoredTurn> turns(SessionKey key) {
        return store.turns(key);
    }

    @Override
    public EntryPage after(SessionKey key, long seq, int limit) {
        return store.after(key, seq, limit);
    }

    @Override
    public EntryPage last(SessionKey key, int limit) {
        return store.last(key, limit);
    }

    @Override
    public EntryPage before(SessionKey key, long seq, int limit) {
        return store.before(key, seq, limit);
    }

    @Override
    public Optional<TurnReport> lastReport(SessionKey key) {
        return store.lastReport(key);
    }

    @Override
    public TermalSession.Reading follow(SessionKey key, long afterSeq, Consumer<EntryPage> reader) {
        Follower follower = new Follower(store, key, afterSeq, reader);
        follower.start(context);
        return follower;
    }

    @Override
    public List<SearchHit> search(String words, int limit) throws InterruptedException {
        return store.search(words, limit);
    }

    @Override
    public void rename(SessionKey key, String name) throws InterruptedException {
        store.rename(key, SessionName.checked(name));
    }

    @Override
    public void remove(SessionKey key) throws InterruptedException {
        store.remove(key);
    }

    @Override
    public List<StoredSession> prune(Instant since, boolean named, boolean dryRun) throws InterruptedException {
        List<StoredSession> old = store.olderThan(since).stream()
                .filter(session -> session.holder().isEmpty())
                .filter(session -> named || session.name().isEmpty())
                .toList();
        if (dryRun) {
            return old;
        }
        List<StoredSession> removed = new ArrayList<>();
        for (StoredSession session : old) {
            if (store.removeUnlessOpen(session.key())) {
                removed.add(session);
            }
        }
        return removed;
    }

    @Override
    public StoredSession fork(SessionKey key, Optional<String> name) throws InterruptedException {
        name.ifPresent(SessionName::checked);
        StoredSession session = store.byKey(key)
                .orElseThrow(
                        () -> new AgentException(ErrorCode.SESSION_NOT_FOUND, "the session is not there any more"));
        SessionId id = Optional.ofNullable(session.agentSessions().get(session.engine()))
                .orElseThrow(() -> new AgentException(
                        ErrorCode.SESSION_NOT_FOUND,
                        "the agent has told no id of the session " + session.label() + " that it could copy"));
        SessionSpec spec = SessionSpec.builder(session.cwd())
                .agent(session.agent().value())
                .engine(session.engine().value())
                .build();
        SessionPlanner.Prepared prepared = prepare(spec);
        try (AgentConnection connection = connector.connect(prepared, event -> {})) {
            connection.capabilities().require(Feature.SESSION_FORK);
            SessionId copy = connection.forkSession(id, prepared.request());
            return store.copy(key, name, copy, connection.agent().name());
        }
    }

    @Override
    public List<StoredSession> awaited() {
        return store.awaited();
    }

    @Override
    public List<WaitingPrompt> waiting(SessionKey key) {
        return store.waiting(key);
    }

    @Override
    public boolean cancelWaiting(SessionKey key, long id) throws InterruptedException {
        return store.cancelWaiting(key, id);
    }

    @Override
    public List<SessionInfo> ofAgent(SessionSpec spec) throws InterruptedException {
        SessionPlanner.Prepared prepared = prepare(spec);
        try (AgentConnection connection = connector.connect(prepared, event -> {})) {
            if (connection.capabilities().has(Feature.SESSION_LIST)) {
                return connection.sessions();
            }
        }
        return prepared.profile().storedSessions(prepared.request().cwd(), prepared.environment());
    }

    @Override
    public void removeOfAgent(SessionSpec spec, SessionId id) throws InterruptedException {
        try (AgentConnection connection = connector.connect(prepare(spec), event -> {})) {
            connection.capabilities().require(Feature.SESSION_DELETE);
            connection.deleteSession(id);
        }
    }

    private SessionPlanner.Prepared prepare(SessionSpec spec) {
        return new SessionPlanner(inventory.setup(spec.cwd())).prepare(spec);
    }

    @Override
    public List<String> notices() {
        return store.takeNotices();
    }
}
