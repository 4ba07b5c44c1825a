package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentId;
import dev.termal.api.Capabilities;
import dev.termal.api.EngineId;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.Prompt;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.HostTool;
import dev.termal.api.spi.HostToolProvider;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Limits;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import dev.termal.host.mcp.Borrower;
import dev.termal.host.mcp.HostToolBridge;
import dev.termal.host.mcp.Lender;
import dev.termal.host.mcp.Loan;
import dev.termal.host.mcp.Surface;
import dev.termal.host.permission.PermissionRules;
import dev.termal.host.store.SessionJournal;
import dev.termal.testkit.FakeContext;
import dev.termal.testkit.FakeMachine;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Sessions on a clock that stands still and a fake engine, with all entries recorded. */
public final class TestHost implements AutoCloseable {
    static final PermissionRules NO_RULES = PermissionRules.none("sample", Path.of("/"));

    final FakeContext context = FakeContext.create();
    final FakeEngine engine;
    final Sessions sessions;
    final LiveSession session;
    HostToolBridge bridge;
    private final Semaphore draining = new Semaphore(0);
    private final List<SessionEntry> entries = new ArrayList<>(); // guarded by itself

    TestHost(FakeEngine.Play play, TurnRules rules, PermissionPolicy policy, Map<String, String> options)
            throws InterruptedException {
        this(play, rules, policy, options, SessionJournal.none());
    }

    TestHost(
            FakeEngine.Play play,
            TurnRules rules,
            PermissionPolicy policy,
            Map<String, String> options,
            SessionJournal journal)
            throws InterruptedException {
        this(new FakeEngine(play), rules, policy, options, journal);
    }

    TestHost(FakeEngine engine, TurnRules rules, SessionJournal journal) throws InterruptedException {
        this(engine, rules, PermissionPolicy.AUTO, Map.of(), journal);
    }

    TestHost(
            FakeEngine engine,
            TurnRules rules,
            PermissionPolicy policy,
            Map<String, String> options,
            SessionJournal journal)
            throws InterruptedException {
        this.engine = engine;
        sessions = new Sessions(
                new Lent(), () -> TimeUnit.MILLISECONDS.toNanos(context.clock().millis()));
        session =
                sessions.open(engine, request(policy, options), rules, journal, NO_RULES, lender(engine), entry -> {});
        session.read(0, this::record);
    }

    TestHost(FakeEngine.Play play) throws InterruptedException {
        this(play, TurnRules.of(true), PermissionPolicy.ASK, Map.of());
    }

    static TestHost headless(FakeEngine.Play play) throws InterruptedException {
        return new TestHost(play, TurnRules.of(false), PermissionPolicy.ASK, Map.of());
    }

    /** What reaches an agent of a fake engine. */
    public static ConnectRequest request(PermissionPolicy policy, Map<String, String> options) {
        Path folder = Path.of("").toAbsolutePath();
        return new ConnectRequest(
                new AgentId("fake"),
                new Binding(),
                SessionRequest.builder(folder).permissions(policy).build(),
                launch -> {
                    throw new UnsupportedOperationException("no process here");
                },
                FakeMachine.in(folder),
                options,
                ClientCapabilities.NONE,
                event -> {});
    }

    private record Binding() implements EngineBinding {
        @Override
        public EngineId engine() {
            return new EngineId("fake-engine");
        }

        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            return Optional.empty();
        }

        @Override
        public List<ModelInfo> models(HostEnvironment environment) {
            return List.of(new ModelInfo("small", "Small", ""), new ModelInfo("large", "Large", ""));
        }

        @Override
        public Optional<Boolean> hasModel(String name, HostEnvironment environment) {
            return name.startsWith("new") ? Optional.empty() : Optional.of(!name.equals("smal"));
        }
    }

    TurnReport prompt(String text) throws InterruptedException {
        return session.prompt(Prompt.of(text));
    }

    /** Runs a turn on a thread of its own. */
    CompletableFuture<TurnReport> prompting(String text) {
        CompletableFuture<TurnReport> report = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                report.complete(prompt(text));
            } catch (InterruptedException | RuntimeException | Error e) {
                report.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return report;
    }

    static TurnReport get(CompletableFuture<TurnReport> report) {
        return report.orTimeout(60, TimeUnit.SECONDS).join();
    }

    /** A headless turn keeps its bracket open for a moment: lets that pass. */
    TurnReport getAfterDrain(CompletableFuture<TurnReport> report) throws InterruptedException {
        awaitDraining();
        context.advance(context.limits().lateChunks());
        return get(report);
    }

    void awaitDraining() throws InterruptedException {
        assertTrue(draining.tryAcquire(60, TimeUnit.SECONDS), "the turn's engine never ended");
    }

    private Lender lender(FakeEngine agents) {
        List<HostTool> tools = agents.tools;
        HostToolProvider provider = () -> tools;
        bridge = new HostToolBridge(context, () -> List.of(provider));
        Lender lender =
                bridge.lender(Surface.of(tools.isEmpty() ? List.of() : List.of("all"), List::of, "test"), List::of);
        return new Lender() {
            @Override
            public Optional<Loan> lend(Capabilities capabilities, SessionRequest request, Borrower borrower) {
                return lender.lend(capabilities, request, borrower);
            }

            @Override
            public Optional<String> inWords(Optional<Loan> loan) {
                return agents.inWords;
            }
        };
    }

    /** Lends what the fake context lends, and tells when a turn begins to drain. */
    private final class Lent implements EngineContext {
        @Override
        public Scheduled schedule(Duration delay, Runnable task) {
            Scheduled scheduled = context.schedule(delay, task);
            if (delay.equals(context.limits().lateChunks())) {
                draining.release();
            }
            return scheduled;
        }

        @Override
        public String hostName() {
            return context.hostName();
        }

        @Override
        public String hostVersion() {
            return context.hostVersion();
        }

        @Override
        public ThreadFactory threads() {
            return context.threads();
        }

        @Override
        public Clock clock() {
            return context.clock();
        }

        @Override
        public System.Logger log() {
            return context.log();
        }

        @Override
        public Limits limits() {
            return context.limits();
        }
    }

    private void record(SessionEntry entry) {
        synchronized (entries) {
            entries.add(entry);
            entries.notifyAll();
        }
    }

    List<SessionEntry> entries() {
        synchronized (entries) {
            return List.copyOf(entries);
        }
    }

    /** Waits for an entry. */
    SessionEntry await(Predicate<EntryBody> wanted) throws InterruptedException {
        synchronized (entries) {
            long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (true) {
                Optional<SessionEntry> found = entries.stream()
                        .filter(entry -> wanted.test(entry.body()))
                        .findFirst();
                if (found.isPresent()) {
                    return found.get();
                }
                long left = until - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError("did not come: " + entries);
                }
                TimeUnit.NANOSECONDS.timedWait(entries, left);
            }
        }
    }

    <T extends EntryBody> List<T> bodies(Class<T> kind) {
        return entries().stream()
                .map(SessionEntry::body)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    List<String> notices() {
        return bodies(EntryBody.HostNotice.class).stream()
                .map(EntryBody.HostNotice::text)
                .toList();
    }

    @Override
    public void close() {
        sessions.close();
        bridge.close();
        context.close();
    }
}
