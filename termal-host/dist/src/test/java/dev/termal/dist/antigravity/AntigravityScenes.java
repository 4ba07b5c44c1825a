package dev.termal.dist.antigravity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.host.HostOptions;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What holds whichever engine drives Antigravity: played on scripted programs in every build, and on real ones by choice. */
@Timeout(600)
abstract class AntigravityScenes {
    private static final long MINUTES = 5;

    private final String engine;

    @TempDir
    Path folder;

    private Termal host;

    AntigravityScenes(String engine) {
        this.engine = engine;
    }

    /** The variables by which the host finds the program. */
    abstract Map<String, String> environment() throws IOException;

    @BeforeEach
    final void open() throws IOException {
        host = Termal.open(HostOptions.builder()
                .environment(environment())
                .home(folder.resolve("termal"))
                .build());
    }

    @AfterEach
    final void close() {
        host.close();
    }

    private SessionSpec.Builder spec() {
        return SessionSpec.builder(folder).agent("antigravity").engine(engine);
    }

    private static CompletableFuture<TurnReport> aside(TermalSession session, String prompt) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return session.prompt(Prompt.of(prompt));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(MINUTES, TimeUnit.MINUTES);
    }

    private static void done(TurnReport report, String word) {
        assertEquals(Outcome.DONE, report.outcome(), report::toString);
        assertTrue(report.text().contains(word), report::toString);
    }

    @Test
    @Tag("R-AG-133")
    @Tag("R-AG-191")
    final void textComesOnceAndAsItIsSaid() throws Exception {
        try (TermalSession session = host.open(spec().build())) {
            TurnReport report = session.prompt(Prompt.of("Answer with exactly this word: PARITY"));
            done(report, "PARITY");
            assertEquals(report.text().indexOf("PARITY"), report.text().lastIndexOf("PARITY"), report::toString);
        }
    }

    @Test
    @Tag("R-AG-134")
    @Tag("R-AG-140")
    @Tag("R-AG-96")
    final void aConversationGoesOnInASessionAndAfterIt() throws Exception {
        SessionId id;
        try (TermalSession session = host.open(spec().build())) {
            done(session.prompt(Prompt.of("Remember this word: bluefish. Answer: noted")), "noted");
            done(session.prompt(Prompt.of("Which word did I tell you to remember?")), "bluefish");
            id = session.agentSession().orElseThrow();
        }
        try (TermalSession session = host.open(spec().resume(id).build())) {
            done(session.prompt(Prompt.of("Which word did I tell you to remember?")), "bluefish");
            assertEquals(id, session.agentSession().orElseThrow());
        }
    }

    @Test
    @Tag("R-AG-135")
    @Tag("PF-20")
    final void turnsOfOneSessionNeverInterleave() throws Exception {
        try (TermalSession session = host.open(spec().build())) {
            List<String> brackets = new CopyOnWriteArrayList<>();
            session.read(0, entry -> {
                if (entry.body() instanceof EntryBody.TurnStarted) {
                    brackets.add("(");
                } else if (entry.body() instanceof EntryBody.TurnEnded) {
                    brackets.add(")");
                }
            });
            CompletableFuture<TurnReport> one = aside(session, "Answer with exactly this word: PARITY");
            CompletableFuture<TurnReport> two = aside(session, "Answer with exactly this word: PARITY");
            done(get(one), "PARITY");
            done(get(two), "PARITY");
            assertEquals(List.of("(", ")", "(", ")"), brackets);
        }
    }

    @Test
    @Tag("R-AG-68")
    @Tag("R-AG-139")
    final void afterACancelTheSessionGoesOn() throws Exception {
        try (TermalSession session = host.open(spec().build())) {
            CountDownLatch spoke = new CountDownLatch(1);
            session.read(0, entry -> {
                if (entry.body() instanceof EntryBody.Said said && said.event() instanceof AgentEvent.MessageChunk) {
                    spoke.countDown();
                }
            });
            CompletableFuture<TurnReport> turn =
                    aside(session, "Count from 1 to 500, each number on a line of its own.");
            assertTrue(spoke.await(MINUTES, TimeUnit.MINUTES));
            session.cancel();
            assertEquals(Outcome.CANCELLED, get(turn).outcome());
            done(session.prompt(Prompt.of("Answer with exactly this word: PARITY")), "PARITY");
        }
    }

    @Test
    @Tag("R-AG-142")
    @Tag("R-AG-143")
    final void modelAndEffortMeanTheSame() throws Exception {
        try (TermalSession session =
                host.open(spec().model("flash").effort("low").build())) {
            done(session.prompt(Prompt.of("Answer with exactly this word: PARITY")), "PARITY");
        }
    }

    @Test
    @Tag("R-AG-146")
    @Tag("R-AG-182")
    final void tokensAreToldOrAbsent() throws Exception {
        try (TermalSession session = host.open(spec().build())) {
            TurnReport report = session.prompt(Prompt.of("Answer with exactly this word: PARITY"));
            if (engine.equals("stream-json")) {
                assertTrue(report.usage().orElseThrow().inputTokens().orElse(0) > 0, report::toString);
            } else {
                assertFalse(
                        report.usage()
                                .map(usage -> usage.inputTokens().orElse(1) == 0)
                                .orElse(false),
                        "never made up");
            }
        }
    }
}
