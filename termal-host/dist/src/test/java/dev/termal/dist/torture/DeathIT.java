package dev.termal.dist.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionId;
import dev.termal.api.ToolCall;
import dev.termal.host.SessionSpec;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.EntryBody.Decider;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    private Embedded host(String phase, String how, boolean loads, Map<String, String> more) throws Exception {
        Map<String, String> options = new HashMap<>(more);
        if (phase.equals("authenticate")) {
            options.put("authMethod", "login");
        }
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
        try (Embedded host = host(phase, how.word(), true)) {
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
            case "load" -> spec -> spec.resume(new SessionId("s-1"));
            case "mode" -> spec -> spec.mode("plan");
            default -> UnaryOperator.identity();
        };
    }

    static Stream<Arguments> deathsInATurn() {
        return Stream.of("prompt", "tool", "permission")
                .flatMap(phase -> Arrays.stream(How.values()).map(how -> Arguments.of(phase, how)));
    }

    @ParameterizedTest
    @MethodSource("deathsInATurn")
    @Tag("DEATH-02")
    void inATurn(String phase, How how) throws Exception {
        try (Embedded host = host(phase, how.word(), true)) {
            Embedded.Opened opened = host.open(spec -> spec.attended(true)); // so that the permission is open
            TurnReport report = opened.prompt("die");
            assertEquals(Outcome.CRASHED, report.outcome());
            assertEquals(1, report.exitCode());
            assertTrue(report.text().startsWith("process "), report.text());
            assertTells(report.error().orElseThrow().message(), how, phase);
            switch (phase) {
                case "tool" ->
                    assertEquals(List.of(ToolCall.Status.IN_PROGRESS, ToolCall.Status.FAILED), toolCalls(opened));
                case "permission" ->
                    assertEquals(
                            List.of(Decider.TURN_END),
                            opened.bodies(EntryBody.PermissionAnswered.class)
                                    .map(EntryBody.PermissionAnswered::by)
                                    .toList());
                default -> assertEquals(List.of(), toolCalls(opened));
            }
            assertGoesOn(opened, 1);
        }
    }

    private static List<ToolCall.Status> toolCalls(Embedded.Opened opened) {
        return opened.bodies(EntryBody.Said.class)
                .map(EntryBody.Said::event)
                .filter(AgentEvent.ToolCallUpdate.class::isInstance)
                .map(event -> ((AgentEvent.ToolCallUpdate) event).call().status())
                .toList();
    }

    /** What it does then is not the cause any more. */
    @ParameterizedTest
    @ValueSource(strings = {"exit0", "exit3", "kill", "stdout", "stderr", "deaf"})
    @Tag("DEATH-02")
    void afterACancel(String how) throws Exception {
        try (Embedded host = host("cancel", how, true, Map.of("cancelGrace", "200ms"))) {
            Embedded.Opened opened = host.open().cancelAtTheFirstWord();
            assertEquals(Outcome.CANCELLED, opened.prompt("die").outcome());
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
    @ValueSource(
            strings = {
                "initialize",
                "authenticate",
                "opening",
                "new",
                "load",
                "mode",
                "prompt",
                "tool",
                "permission",
                "idle"
            })
    @Tag("STDERR-01")
    void errorOutputClosed(String phase) throws Exception {
        try (Embedded host = host(phase, "stderr", true)) {
            assertGoesOn(host.open(spec -> wish(phase).apply(spec).permissions(PermissionPolicy.AUTO)), 0);
        }
    }

    @Test
    @Tag("DEATH-03")
    void inputNotReadFromTheBeginning() throws Exception {
        try (Embedded host = deaf("initialize")) {
            assertGoesOn(host.open(), 0); // it is started once more
        }
    }

    @ParameterizedTest
    @CsvSource({
        "authenticate, authenticate,     AUTH_REQUIRED",
        "opening,      session/new,      TIMEOUT",
        "new,          session/new,      TIMEOUT",
        "load,         session/load,     TIMEOUT",
        "mode,         session/set_mode, TIMEOUT"
    })
    @Tag("DEATH-03")
    void inputNotReadAnyMoreWhileOpening(String phase, String method, ErrorCode code) throws Exception {
        try (Embedded host = deaf(phase)) {
            AgentException failure = assertThrows(AgentException.class, () -> host.open(wish(phase)));
            assertEquals(code, failure.code());
            assertTrue(failure.getMessage().contains("did not answer " + method + " within 2 s"), failure.getMessage());
            assertTrue(failure.getMessage().contains("last words in phase " + phase), failure.getMessage());
            assertGoesOn(host.open(), 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"prompt", "tool", "permission", "idle"})
    @Tag("DEATH-03")
    void inputNotReadAnyMore(String phase) throws Exception {
        try (Embedded host = deaf(phase)) {
            Embedded.Opened opened = host.open(spec -> spec.timeout(Duration.ofSeconds(5)));
            int done = phase.equals("idle") ? 1 : 0;
            if (done == 1) {
                assertEquals(Outcome.DONE, opened.prompt("one").outcome());
            }
            TurnReport report = opened.prompt("nobody listens");
            assertEquals(Outcome.TIMEOUT, report.outcome());
            assertEquals(3, report.exitCode());
            assertGoesOn(opened, done + 1);
        }
    }

    private Embedded deaf(String phase) throws Exception {
        return host(
                phase,
                "deaf",
                true,
                Map.of(
                        "initializeTimeout", "2s",
                        "authenticateTimeout", "2s",
                        "sessionTimeout", "2s",
                        "optionTimeout", "2s",
                        "cancelGrace", "200ms"));
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
