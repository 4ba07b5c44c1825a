package dev.termal.host;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.host.cli.FakeSession;
import dev.termal.host.cli.FakeTermal;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.json.Samples;
import dev.termal.host.mcp.Lender;
import dev.termal.host.permission.PermissionRules;
import dev.termal.host.session.FakeEngine;
import dev.termal.host.session.LiveSession;
import dev.termal.host.session.Sessions;
import dev.termal.host.session.TestHost;
import dev.termal.host.session.TurnRules;
import dev.termal.host.store.SessionJournal;
import dev.termal.host.store.SessionStore;
import dev.termal.host.store.StoreRig;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A host with real sessions, kept in a real store, of agents that do in a turn what a test says. */
@SuppressWarnings("exports") // nobody reads the tests of a module
public final class ScriptedHost extends FakeTermal {
    public final FakeEngine engine;
    private final Termal real;
    private final HostContext context = new HostContext();
    private final SessionStore store;
    private final Sessions sessions = new Sessions(context);
    private final LiveNotes notes;

    /** A host whose home is this folder. */
    public ScriptedHost(Path home, FakeEngine.Play play) {
        super(new FakeSession(session -> Samples.done("")));
        this.home = home;
        engine = new FakeEngine(play);
        notes = new LiveNotes(new Snapshots(home.resolve("live"), Clock.systemUTC()), context);
        real = Termal.open(HostOptions.builder()
                .home(home)
                .environment(Map.of("HOME", home.toString()))
                .build());
        store = new SessionStore(home.resolve("termal.db"), Clock.systemUTC(), context.threads());
    }

    @Override
    public StoredSessions sessions() {
        return real.sessions();
    }

    @Override
    public TermalSession open(SessionSpec spec, Consumer<SessionEntry> meanwhile) throws InterruptedException {
        opened.add(spec);
        if (failure.isPresent()) {
            throw failure.get();
        }
        ConnectRequest connect = TestHost.request(PermissionPolicy.ASK, Map.of());
        Optional<StoredSession> kept =
                new SessionChoice(store).choose(spec, spec.agent()).stored();
        LiveSession session = sessions.open(
                engine,
                connect,
                TurnRules.of(spec.attended()),
                kept.isPresent() ? again(kept.get()) : journal(spec),
                PermissionRules.none("sample", home),
                Lender.NOTHING,
                meanwhile);
        return new LocalSession(session, notes.of(session, spec.cwd()));
    }

    private SessionJournal again(StoredSession session) throws InterruptedException {
        return store.open(session.key(), session.engine(), session.wishes(), StoreRig.impatient());
    }

    private SessionJournal journal(SessionSpec spec) throws InterruptedException {
        StoredSession session = StoredSession.opened(
                SessionKey.random(),
                spec.session(),
                new AgentId(spec.agent().orElse("sample")),
                new EngineId("fake-engine"),
                spec.cwd(),
                StoredSession.Wishes.NONE,
                Instant.now());
        return session.name().isPresent() ? store.createNamed(session) : store.create(session);
    }

    @Override
    public void close() {
        super.close();
        sessions.close();
        notes.close();
        store.close();
        real.close();
        context.close();
    }
}
