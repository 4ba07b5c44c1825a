package dev.termal.dist.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionId;
import dev.termal.host.SessionSpec;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An agent dies in each phase of its life, in each way. Whatever it was, there is one end to what was under way, its message
 * says how the agent died and what it wrote last, and the same session or the next one goes on.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class DeathIT {
    /** How it dies, and what a person is told of it. */
    enum How {
        EXIT0("exit code 0"),
        EXIT3("exit code 3"),
        KILL("SIGKILL"),
        STDOUT("closed its output");

        private final String words;

        How(String words) {
            this.words = words;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @TempDir
    Path folder;

    private Embedded host(String phase, String how, boolean loads) throws Exception {
        return host(phase, how, loads, Map.of());
    }

    private Embedded host(String phase, String how, boolean loads, Map<String, String> options) throws Exception {
        List<String> command = List.of(
                Embedded.program("agent.sh", folder).toString(),
                folder.toString(),
                phase,
                how,
                Boolean.toString(loads));
        return new Embedded(folder, command, options);
    }

    static Stream<Arguments> deathsWhileOpening() {
        return Stream.of("initialize", "authenticate", "opening", "new", "load", "mode")
                .flatMap(phase -> Arrays.stream(How.values()).map(how -> Arguments.of(phase, how)));
    }

    @ParameterizedTest
    @MethodSource("deathsWhileOpening")
    @Tag("DEATH-01")
    void whileOpening(String phase, How how) throws Exception {
        Map<String, String> options = phase.equals("authenticate") ? Map.of("authMethod", "login") : Map.of();
        try (Embedded host = host(phase, how.word(), true, options)) {
            try {
                host.open(wish(phase));
                assertEquals("opening", phase, "a process that is dead before it is asked is replaced");
            } catch (AgentException failure) {
                assertEquals(ErrorCode.AGENT_EXITED, failure.code(), failure.getMessage());
                assertTells(failure.getMessage(), how, phase);
            }
            assertGoesOn(host.open(), 0);
        }
    }

    /** Lets a session that opens come through the phase. */
    private static UnaryOperator<SessionSpec.Builder> wish(String phase) {
        return switch (phase) {
            case "load" -> spec -> spec.resume(new SessionId("s-0"));
            case "mode" -> spec -> spec.mode("plan");
            default -> UnaryOperator.identity();
        };
    }

    @ParameterizedTest
    @EnumSource
    @Tag("DEATH-02")
    void inATurn(How how) throws Exception {
        try (Embedded host = host("prompt", how.word(), true)) {
            Embedded.Opened opened = host.open();
            TurnReport report = opened.prompt("die");
            assertEquals(Outcome.CRASHED, report.outcome());
            assertEquals(1, report.exitCode());
            assertTrue(report.text().startsWith("process "), report.text());
            assertTells(report.error().orElseThrow().message(), how, "prompt");
            assertGoesOn(opened, 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("DEATH-02")
    void betweenTurns(How how) throws Exception {
        try (Embedded host = host("idle", how.word(), true)) {
            Embedded.Opened opened = host.open();
            assertEquals(Outcome.DONE, opened.prompt("one").outcome());
            awaitDeathNoticed(opened);
            assertGoesOn(opened, 1);
        }
    }

    @Test
    @Tag("DEATH-02")
    void inATurnOfAnAgentThatForgets() throws Exception {
        try (Embedded host = host("prompt", How.EXIT3.word(), false)) {
            Embedded.Opened opened = host.open();
            assertEquals(Outcome.CRASHED, opened.prompt("die").outcome());
            TurnReport lost = opened.prompt("go on");
            assertEquals(Outcome.SESSION_LOST, lost.outcome());
            assertEquals(4, lost.exitCode());
            assertGoesOn(host.open(), 0);
        }
    }

    /** It cannot say why any more, but works. */
    @ParameterizedTest
    @MethodSource("phases")
    @Tag("STDERR-01")
    void errorOutputClosed(String phase) throws Exception {
        try (Embedded host = host(phase, "stderr", true)) {
            assertGoesOn(host.open(), 0);
        }
    }

    static Stream<String> phases() {
        return Stream.of("initialize", "opening", "new", "prompt", "idle");
    }

    @ParameterizedTest
    @MethodSource("phases")
    @Tag("DEATH-03")
    void inputNotReadAnyMore(String phase) throws Exception {
        Map<String, String> options = Map.of("initializeTimeout", "1s", "sessionTimeout", "1s", "cancelGrace", "200ms");
        try (Embedded host = host(phase, "deaf", true, options)) {
            switch (phase) {
                case "initialize" -> assertGoesOn(host.open(), 0); // it is started once more
                case "opening", "new" -> {
                    AgentException failure = assertThrows(AgentException.class, host::open);
                    assertEquals(ErrorCode.TIMEOUT, failure.code());
                    assertTrue(
                            failure.getMessage().contains("did not answer session/new within 1 s"),
                            failure.getMessage());
                    assertGoesOn(host.open(), 0);
                }
                default -> {
                    Embedded.Opened opened = host.open(Duration.ofSeconds(3));
                    int done = phase.equals("idle") ? 1 : 0;
                    if (done == 1) {
                        assertEquals(Outcome.DONE, opened.prompt("one").outcome());
                    }
                    TurnReport report = opened.prompt("nobody listens");
                    assertEquals(Outcome.STALLED, report.outcome());
                    assertEquals(3, report.exitCode());
                    assertGoesOn(opened, done + 1);
                }
            }
        }
    }

    /** Two turns more, the second after every late word about the dead process. */
    private static void assertGoesOn(Embedded.Opened opened, int turnsBefore) throws Exception {
        TurnReport next = opened.prompt("go on");
        assertEquals(Outcome.DONE, next.outcome(), () -> String.valueOf(next.error()));
        TurnReport again = opened.prompt("and on");
        assertEquals(Outcome.DONE, again.outcome(), () -> String.valueOf(again.error()));
        assertEquals(next.text(), again.text(), "both are of the process that replaced the dead one");
        assertEquals(turnsBefore + 2, opened.turnsEnded());
    }

    private static void assertTells(String message, How how, String phase) {
        assertTrue(message.contains(how.words), message);
        assertTrue(message.contains("last words in phase " + phase), message);
    }

    /** The thread that speaks for an agent ends when it has told everybody of the death. */
    private static void awaitDeathNoticed(Embedded.Opened opened) throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("termal-dispatcher-" + opened.session().agent())) {
                thread.join();
            }
        }
    }
}
