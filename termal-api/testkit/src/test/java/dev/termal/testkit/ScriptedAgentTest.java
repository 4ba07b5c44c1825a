package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.Limits;
import dev.termal.api.spi.ProcessExit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

@Timeout(120)
final class ScriptedAgentTest {
    private static final LaunchRequest REQUEST =
            new LaunchRequest.ForConnection(SessionRequest.in(Path.of("/").toAbsolutePath()));

    @Test
    void followsItsScriptAndEchoesIds() throws Exception {
        Script script = new Script()
                .expectMethod("initialize")
                .send("{\"id\":{{id}},\"result\":1}")
                .expect("prompt", "hello")
                .as("p")
                .expect("cancel")
                .send("{\"id\":{{p.id}},\"result\":2}")
                .exit(3);
        try (ScriptedAgent agent = ScriptedAgent.of(script)) {
            AgentProcess process = agent.launch(REQUEST);
            process.send("{\"id\": 7, \"method\" : \"initialize\"}");
            assertEquals(Optional.of("{\"id\":7,\"result\":1}"), process.receive());
            process.send("{\"method\":\"prompt\",\"params\":{\"id\":1,\"text\":\"hello\"},\"id\":\"x\"}");
            process.send("{\"method\":\"cancel\"}");
            assertEquals(Optional.of("{\"id\":\"x\",\"result\":2}"), process.receive());
            assertEquals(Optional.empty(), process.receive());
            assertEquals(new ProcessExit(3), exitOf(process));
            assertEquals(ErrorCode.AGENT_EXITED, codeOf(() -> process.send("late")));
            assertTrue(agent.takeLine().contains("initialize"));
            assertTrue(agent.takeLine("cancel").contains("cancel"));
            assertEquals(3, agent.lines().size());
            assertEquals(List.of(REQUEST), agent.launches());
        }
    }

    @Test
    void aWrongLineFailsTheTestAtClose() throws Exception {
        ScriptedAgent agent = ScriptedAgent.of(new Script().expectMethod("initialize"));
        AgentProcess process = agent.launch(REQUEST);
        process.send("{\"method\":\"session/new\"}");
        assertEquals(Optional.empty(), process.receive());
        assertEquals(70, exitOf(process).code());
        AssertionError failure = assertThrows(AssertionError.class, agent::close);
        assertTrue(failure.getMessage().contains("session/new"), failure.getMessage());
        assertTrue(failure.getMessage().contains("expect"), failure.getMessage());
    }

    @Test
    void rulesAnswerWhatNoStepExpectsAsOftenAsItComes() throws Exception {
        Script script = new Script()
                .onMethod("ping", "{\"id\":{{id}},\"pong\":true}")
                .on(line -> line.contains("code"), (line, side) -> side.send("by code"))
                .expect("prompt")
                .send("done");
        try (ScriptedAgent agent = ScriptedAgent.of(script)) {
            AgentProcess process = agent.launch(REQUEST);
            process.send("{\"id\":1,\"method\":\"ping\"}");
            process.send("{\"id\":2,\"method\":\"ping\"}");
            process.send("code");
            process.send("prompt");
            process.send("{\"id\":3,\"method\":\"ping\"}");
            process.send("nobody wants this");
            process.endInput();
            assertEquals(
                    List.of(
                            "{\"id\":1,\"pong\":true}",
                            "{\"id\":2,\"pong\":true}",
                            "by code",
                            "done",
                            "{\"id\":3,\"pong\":true}"),
                    readAll(process));
            assertEquals(0, exitOf(process).code());
        }
    }

    @Test
    void endsWithItsInputEvenInTheMiddle() throws Exception {
        try (ScriptedAgent agent =
                ScriptedAgent.of(new Script().send("a").expect("b").send("c"), new Script().send("a"))) {
            AgentProcess process = agent.launch(REQUEST);
            process.endInput();
            assertEquals(List.of("a"), readAll(process));
            assertEquals(0, exitOf(process).code());
            agent.launch(REQUEST);
            agent.awaitPlayed();
        }
    }

    @Test
    void stallsUntilReleased() throws Exception {
        try (ScriptedAgent agent =
                ScriptedAgent.of(new Script().send("a").stall("gate").send("b"))) {
            AgentProcess process = agent.launch(REQUEST);
            agent.awaitStalled("gate");
            assertEquals(Optional.of("a"), process.receive());
            agent.release("gate");
            assertEquals(Optional.of("b"), process.receive());
        }
    }

    @Test
    void closeWakesABlockedReaderAndWriter() throws Exception {
        try (ScriptedAgent agent = ScriptedAgent.of(new Script().stopReading().stall("for good"))) {
            AgentProcess process = agent.launch(REQUEST);
            agent.awaitStalled("for good");
            CompletableFuture<Optional<String>> read = inThread(process::receive);
            CompletableFuture<ErrorCode> write = inThread(() -> codeOf(() -> process.send("x")));
            agent.awaitBlockedWrite();
            process.close();
            assertEquals(Optional.empty(), read.get());
            assertEquals(ErrorCode.AGENT_EXITED, write.get());
            assertEquals("exit code 143 (SIGTERM)", exitOf(process).describe());
        }
    }

    @Test
    void aBlockedWriteCanTimeOut() throws Exception {
        try (ScriptedAgent agent = ScriptedAgent.of(new Script().stopReading().stall("for good"))) {
            AgentProcess process = agent.launch(REQUEST);
            agent.awaitStalled("for good");
            CompletableFuture<ErrorCode> write = inThread(() -> codeOf(() -> process.send("x")));
            agent.awaitBlockedWrite();
            agent.timeOutWrites();
            assertEquals(ErrorCode.TIMEOUT, write.get());
            assertEquals(Optional.of("SIGKILL"), exitOf(process).signal());
        }
    }

    @Test
    void bytesAreDecodedAsAHostDoes() throws Exception {
        byte[] umlaut = "ü\r\n".getBytes(StandardCharsets.UTF_8);
        Script script = new Script()
                .bytes(new byte[] {umlaut[0]}, new byte[] {umlaut[1], umlaut[2], umlaut[3]})
                .bytes(new byte[] {'a', (byte) 0xff, 'b', '\n', '\n', 'e', 'n', 'd'})
                .exit(0);
        try (ScriptedAgent agent = ScriptedAgent.of(script)) {
            AgentProcess process = agent.launch(REQUEST);
            assertEquals(List.of("ü", "a\uFFFDb", "", "end"), readAll(process));
            assertEquals(1, process.malformedBytes());
        }
    }

    @Test
    void aLineOverTheLimitIsTheLast() throws Exception {
        try (ScriptedAgent agent = ScriptedAgent.of(
                        new Script().send("ok").longLine(101).send("never"))
                .limits(Limits.DEFAULT.withSizes(100, 10))) {
            AgentProcess process = agent.launch(REQUEST);
            assertEquals(Optional.of("ok"), process.receive());
            assertEquals(ErrorCode.PROTOCOL, codeOf(process::receive));
            assertEquals(ErrorCode.PROTOCOL, codeOf(process::receive));
        }
    }

    @Test
    void anAgentThatIsNotReadWaits() throws Exception {
        try (ScriptedAgent agent =
                ScriptedAgent.of(new Script().repeat(70_000, "line {{n}}").exit(0))) {
            AgentProcess process = agent.launch(REQUEST);
            agent.awaitFullOutput();
            List<String> lines = readAll(process);
            assertEquals(70_000, lines.size());
            assertEquals("line 69999", lines.get(69_999));
        }
    }

    @Test
    void outputCanEndBeforeTheProcess() throws Exception {
        try (ScriptedAgent agent = ScriptedAgent.of(
                new Script().stderr("oops").closeOutput().stall("gate").kill(Script.Signal.SEGV))) {
            AgentProcess process = agent.launch(REQUEST);
            assertEquals(Optional.empty(), process.receive());
            agent.awaitStalled("gate");
            assertFalse(process.onExit().toCompletableFuture().isDone());
            assertEquals("oops", process.stderrTail());
            agent.release("gate");
            assertEquals(Optional.of("SIGSEGV"), exitOf(process).signal());
        }
    }

    @Test
    void eachLaunchHasItsScriptAndOneTooManyFails() throws Exception {
        ScriptedAgent agent = ScriptedAgent.of(
                new Script().send("one").exit(0), new Script().send("two").exit(0));
        assertEquals(List.of("one"), readAll(agent.launch(REQUEST)));
        assertEquals(List.of("two"), readAll(agent.launch(REQUEST)));
        assertEquals(2, agent.awaitLaunch(2).pid() - agent.processes().get(0).pid() + 1);
        assertEquals(ErrorCode.LAUNCH_FAILED, codeOf(() -> agent.launch(REQUEST)));
        assertThrows(AssertionError.class, agent::close);
    }

    @Test
    void aResponderMayAnswerLaterAndOutOfOrder() throws Exception {
        List<AgentSide> sides = new ArrayList<>();
        CountDownLatch both = new CountDownLatch(2);
        Script script = new Script().on(line -> true, (line, side) -> {
            sides.add(side);
            both.countDown();
        });
        try (ScriptedAgent agent = ScriptedAgent.of(script)) {
            AgentProcess process = agent.launch(REQUEST);
            process.send("first");
            process.send("second");
            both.await();
            sides.get(1).send("answer to second");
            sides.get(0).send("answer to first");
            assertEquals(Optional.of("answer to second"), process.receive());
            assertEquals(Optional.of("answer to first"), process.receive());
        }
    }

    @Test
    void twoReadersOrALineFeedFailTheTest() throws Exception {
        ScriptedAgent agent = ScriptedAgent.of(new Script().send("a").send("b"));
        AgentProcess process = agent.launch(REQUEST);
        process.receive();
        inThread(process::receive).get();
        assertThrows(IllegalArgumentException.class, () -> process.send("a\nb"));
        AssertionError failure = assertThrows(AssertionError.class, agent::close);
        assertTrue(failure.getMessage().contains("several threads"));
        assertTrue(failure.getMessage().contains("line feed"));
    }

    @Test
    void aPlaceholderWithoutAValueFailsTheTest() throws Exception {
        ScriptedAgent agent = ScriptedAgent.of(new Script().send("{{nothing}}"));
        assertEquals(Optional.empty(), agent.launch(REQUEST).receive());
        assertThrows(AssertionError.class, agent::close);
    }

    static List<String> readAll(AgentProcess process) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        for (Optional<String> line = process.receive(); line.isPresent(); line = process.receive()) {
            lines.add(line.get());
        }
        return lines;
    }

    private static ProcessExit exitOf(AgentProcess process) throws Exception {
        return process.onExit().toCompletableFuture().get();
    }

    private static ErrorCode codeOf(Executable code) {
        return assertThrows(AgentException.class, code).code();
    }

    private static <T> CompletableFuture<T> inThread(Callable<T> code) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(code.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }
}
