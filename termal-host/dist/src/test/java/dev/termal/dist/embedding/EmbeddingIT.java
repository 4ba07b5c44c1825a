package dev.termal.dist.embedding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionDecision;
import dev.termal.api.SessionId;
import dev.termal.host.HostOptions;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The host as a library, on the class path, with the demo agent; after each test neither thread nor process is left. */
@Timeout(120)
@SuppressWarnings("try") // what is opened need not be named again to be closed
class EmbeddingIT {
    private static final long SECONDS = 60;

    @TempDir
    private Path folder;

    private Set<Thread> threadsBefore;

    @BeforeEach
    void look() {
        threadsBefore = Thread.getAllStackTraces().keySet();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
            child.onExit().get(SECONDS, TimeUnit.SECONDS);
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!threadsBefore.contains(thread) && !isOfTheJdk(thread)) {
                thread.join(TimeUnit.SECONDS.toMillis(SECONDS));
                assertFalse(thread.isAlive(), () -> "left: " + thread);
            }
        }
    }

    /** Those that a JVM keeps for a while, or for good, for whoever starts processes or waits for futures. */
    private static boolean isOfTheJdk(Thread thread) {
        String name = thread.getName();
        return name.equals("process reaper")
                || name.startsWith("process reaper ")
                || name.startsWith("ForkJoinPool.commonPool")
                || name.startsWith("CompletableFutureDelayScheduler")
                || name.startsWith("junit-")
                || name.equals("Common-Cleaner");
    }

    private Termal open(String home) {
        return Termal.open(HostOptions.builder().home(folder.resolve(home)).build());
    }

    private SessionSpec.Builder demo() {
        return SessionSpec.builder(folder).agent("demo");
    }

    @Test
    void twoTurnsOfOneSessionAndItsWholeStream() throws Exception {
        try (Termal host = open("a");
                TermalSession session = host.open(demo().build())) {
            TurnReport first = session.prompt("plan");
            assertEquals(Outcome.DONE, first.outcome(), first::toString);
            TurnReport second = session.prompt("and again");
            assertTrue(second.text().contains("You said: and again"), second::text);
            List<SessionEntry> entries = all(session, 2);
            assertEquals(1, entries.get(0).seq());
            assertEquals(2, count(entries, EntryBody.TurnStarted.class));
            assertEquals(2, count(entries, EntryBody.TurnEnded.class));
            assertEquals(2, entries.get(entries.size() - 1).turn());
        }
    }

    private static List<SessionEntry> all(TermalSession session, long turns) throws Exception {
        List<SessionEntry> entries = new CopyOnWriteArrayList<>();
        CountDownLatch seen = new CountDownLatch(1);
        try (TermalSession.Reading reading = session.read(0, entry -> {
            entries.add(entry);
            if (entry.body() instanceof EntryBody.TurnEnded && entry.turn() == turns) {
                seen.countDown();
            }
        })) {
            assertTrue(seen.await(SECONDS, TimeUnit.SECONDS), entries::toString);
        }
        return entries;
    }

    private static long count(List<SessionEntry> entries, Class<? extends EntryBody> type) {
        return entries.stream().filter(entry -> type.isInstance(entry.body())).count();
    }

    @Test
    void aReaderMayAnswerPermissions() throws Exception {
        try (Termal host = open("a");
                TermalSession session = host.open(demo().attended(true).build())) {
            CompletableFuture<EntryBody.PermissionAnswered> answered = new CompletableFuture<>();
            try (TermalSession.Reading reading = session.read(0, entry -> {
                if (entry.body() instanceof EntryBody.PermissionRequested asked) {
                    PermissionDecision allow = PermissionDecision.select(asked.request().options().stream()
                            .filter(option -> option.kind().allows())
                            .findFirst()
                            .orElseThrow());
                    assertTrue(session.answerPermission(asked.id(), allow));
                } else if (entry.body() instanceof EntryBody.PermissionAnswered answer) {
                    answered.complete(answer);
                }
            })) {
                TurnReport report = session.prompt("permission");
                assertEquals(Outcome.DONE, report.outcome(), report::toString);
                assertEquals(
                        EntryBody.Decider.PERSON,
                        answered.get(SECONDS, TimeUnit.SECONDS).by());
            }
        }
    }

    @Test
    void anotherThreadMayCancel() throws Exception {
        try (Termal host = open("a");
                TermalSession session = host.open(demo().build())) {
            CompletableFuture<TurnReport> turn = prompt(session, "slow:60000");
            await(session, entry -> entry.body() instanceof EntryBody.Said said && isWaiting(said.event()));
            session.cancel();
            assertEquals(Outcome.CANCELLED, turn.get(SECONDS, TimeUnit.SECONDS).outcome());
            assertEquals(Outcome.DONE, session.prompt("go on").outcome(), "the session goes on");
        }
    }

    @Test
    void closingEndsARunningTurn() throws Exception {
        CompletableFuture<TurnReport> turn;
        try (Termal host = open("a")) {
            TermalSession session = host.open(demo().build());
            turn = prompt(session, "fail:hang");
            await(session, entry -> entry.body() instanceof EntryBody.Said);
            host.close();
            assertEquals(Outcome.CANCELLED, turn.get(SECONDS, TimeUnit.SECONDS).outcome());
            AgentException closed = assertThrows(AgentException.class, () -> host.open(demo().build()));
            assertEquals(ErrorCode.CLOSED, closed.code());
        }
    }

    @Test
    void anAgentThatCrashedIsStartedAnewAndGoesOn() throws Exception {
        try (Termal host = open("a");
                TermalSession session = host.open(demo().build())) {
            Optional<SessionId> id = session.agentSession();
            TurnReport crash = session.prompt("fail:crash");
            assertEquals(Outcome.CRASHED, crash.outcome(), crash::toString);
            TurnReport next = session.prompt("still there?");
            assertEquals(Outcome.DONE, next.outcome(), next::toString);
            assertEquals(id, session.agentSession());
        }
    }

    @Test
    void aSessionIsResumedByAnotherHostAndItsPastIsNoNews() throws Exception {
        SessionId id;
        try (Termal host = open("a");
                TermalSession session = host.open(demo().build())) {
            session.prompt("remember the cake");
            id = session.agentSession().orElseThrow();
        }
        try (Termal host = open("a");
                TermalSession session = host.open(demo().resume(id).build())) {
            assertEquals(Optional.of(id), session.agentSession());
            TurnReport report = session.prompt("hello again");
            assertEquals("Demo agent, no model behind it. You said: hello again\n", report.text());
            assertTrue(
                    all(session, 1).stream()
                            .map(SessionEntry::body)
                            .filter(EntryBody.Said.class::isInstance)
                            .map(body -> ((EntryBody.Said) body).event())
                            .filter(event -> event.toString().contains("cake"))
                            .allMatch(event ->
                                    event instanceof AgentEvent.Replayed || event instanceof AgentEvent.StateUpdate),
                    "what was said before is told as history");
        }
    }

    @Test
    void anUnknownSessionIsLost() throws Exception {
        try (Termal host = open("a")) {
            AgentException lost = assertThrows(
                    AgentException.class,
                    () -> host.open(demo().resume(new SessionId("demo-none")).build()));
            assertEquals(ErrorCode.SESSION_NOT_FOUND, lost.code());
            assertEquals(4, Outcome.of(lost.code()).exitCode());
        }
    }

    @Test
    void twoHostsLiveSideBySide() throws Exception {
        try (Termal one = open("one");
                Termal two = open("two")) {
            try (TermalSession a = one.open(demo().build());
                    TermalSession b = two.open(demo().build())) {
                CompletableFuture<TurnReport> waits = prompt(a, "slow:60000");
                assertEquals(Outcome.DONE, b.prompt("hello").outcome());
                two.close();
                a.cancel();
                assertEquals(
                        Outcome.CANCELLED, waits.get(SECONDS, TimeUnit.SECONDS).outcome());
            }
            assertEquals(
                    Set.of("antigravity", "cursor", "demo", "gemini"),
                    one.agents().stream().map(agent -> agent.id().value()).collect(Collectors.toSet()));
        }
    }

    /** Layers over the class path are not to be had: who expects a plugin is told so, and the rest works. */
    @Test
    void onTheClassPathPluginsAreRefusedAndNamed() throws Exception {
        Path plugin = Files.createDirectories(folder.resolve("a/plugins")).resolve("some.jar");
        Files.writeString(plugin, "whatever");
        try (Termal host = open("a");
                TermalSession session = host.open(demo().build())) {
            List<String> warnings = host.warnings();
            assertEquals(1, warnings.size(), warnings::toString);
            assertTrue(
                    warnings.get(0)
                            .contains(
                                    plugin + " (check): the host runs on the class path, where plugins have no place"),
                    warnings::toString);
            assertEquals(Outcome.DONE, session.prompt("hello").outcome());
        }
    }

    private static boolean isWaiting(AgentEvent event) {
        return event.toString().contains("Waiting");
    }

    private static CompletableFuture<TurnReport> prompt(TermalSession session, String text) {
        CompletableFuture<TurnReport> report = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                report.complete(session.prompt(text));
            } catch (InterruptedException | RuntimeException e) {
                report.completeExceptionally(e);
            }
        });
        thread.start();
        return report;
    }

    private static void await(TermalSession session, Predicate<SessionEntry> wanted) throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (TermalSession.Reading reading = session.read(0, entry -> {
            if (wanted.test(entry)) {
                seen.countDown();
            }
        })) {
            assertTrue(seen.await(SECONDS, TimeUnit.SECONDS));
        }
    }
}
