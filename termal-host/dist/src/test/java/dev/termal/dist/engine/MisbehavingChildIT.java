package dev.termal.dist.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.AgentSession;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import dev.termal.api.SessionRequest;
import dev.termal.api.StopReason;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Limits;
import dev.termal.engine.acp.AcpEngineProvider;
import dev.termal.host.process.ProcessLauncher;
import dev.termal.testkit.EventRecorder;
import dev.termal.testkit.FakeContext;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedChild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The engine and the host's own processes, with agents that misbehave as only real children can. */
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
final class MisbehavingChildIT {
    private static final Limits LIMITS = Limits.DEFAULT.withSizes(1024 * 1024, 64);
    private static final String END = "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":{\"stopReason\":\"end_turn\"}}";

    @TempDir
    Path folder;

    private final FakeContext context = FakeContext.realTime().limits(LIMITS);
    private final Engine engine = new AcpEngineProvider().create(context);
    private final EventRecorder recorder = new EventRecorder();
    private final Deque<List<String>> commands = new ArrayDeque<>();
    private final List<AgentProcess> processes = new ArrayList<>();
    private Optional<ProcessLauncher> launcher = Optional.empty();

    @AfterEach
    void close() {
        engine.close();
        context.close();
        launcher.ifPresent(ProcessLauncher::close);
        recorder.check();
    }

    private final class Binding implements EngineBinding {
        @Override
        public EngineId engine() {
            return new EngineId("acp");
        }

        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            return Optional.of(LaunchSpec.builder(List.of("child"), folder).build());
        }
    }

    private AgentSession open() throws InterruptedException {
        ProcessLauncher started = new ProcessLauncher(folder.resolve("run"), System.getenv(), LIMITS);
        launcher = Optional.of(started);
        Binding binding = new Binding();
        AgentId id = new AgentId("child");
        SessionRequest request = SessionRequest.builder(folder).build();
        return engine.connect(new ConnectRequest(
                        id,
                        binding,
                        request,
                        launch -> {
                            LaunchSpec spec = LaunchSpec.builder(commands.removeFirst(), folder)
                                    .build();
                            AgentProcess process = started.start(spec, id, Set.of());
                            processes.add(process);
                            return process;
                        },
                        FakeMachine.in(folder),
                        Map.of(),
                        ClientCapabilities.NONE,
                        event -> {}))
                .open(request, recorder);
    }

    private List<String> command(Script script) {
        try {
            return ScriptedChild.command(script, Files.createDirectory(folder.resolve("child" + commands.size())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Script initialized(String opening) {
        return new Script()
                .expectMethod("initialize")
                .send("{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":{\"protocolVersion\":1,"
                        + "\"agentCapabilities\":{\"loadSession\":true}}}")
                .expectMethod(opening)
                .send("{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":{\"sessionId\":\"s\"}}")
                .expectMethod("session/prompt");
    }

    private static String text(String text) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\",\"update\":{"
                + "\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"" + text
                + "\"}}}}";
    }

    private enum End {
        EXIT_0("exit code 0"),
        EXIT_3("exit code 3"),
        SIGKILL("SIGKILL"),
        OUTPUT_CLOSED("closed its output");

        private final String words;

        End(String words) {
            this.words = words;
        }

        Script of(Script script) {
            return switch (this) {
                case EXIT_0 -> script.exit(0);
                case EXIT_3 -> script.exit(3);
                case SIGKILL -> script.kill(Script.Signal.KILL);
                case OUTPUT_CLOSED -> script.closeOutput().stall("for good");
            };
        }
    }

    @ParameterizedTest
    @EnumSource(End.class)
    @Tag("DEATH-02")
    void aChildThatEndsFailsItsTurnAndTheNextPromptWorks(End end) throws Exception {
        commands.add(
                command(end.of(initialized("session/new").send(text("one ")).stderr("last words\n"))));
        commands.add(command(initialized("session/load").send(text("two")).send(END)));
        AgentSession session = open();
        AgentException failure = assertThrows(AgentException.class, () -> session.prompt(Prompt.of("hi")));
        assertEquals(ErrorCode.AGENT_EXITED, failure.code(), failure.getMessage());
        assertTrue(failure.getMessage().contains(end.words), failure::getMessage);
        assertTrue(failure.getMessage().contains("last words"), failure::getMessage);
        assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("hi")).stopReason());
        assertEquals("one two", recorder.text());
        processes.get(0).onExit().toCompletableFuture().join();
        assertFalse(ProcessHandle.of(processes.get(0).pid())
                .filter(ProcessHandle::isAlive)
                .isPresent());
    }

    @Test
    @Tag("STDERR-01")
    void aChildWithoutErrorOutputIsLikeAnother() throws Exception {
        List<String> closed = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" 2>&-", "sh"));
        closed.addAll(command(initialized("session/new").send(text("fine")).send(END)));
        commands.add(closed);
        assertEquals(StopReason.END_TURN, open().prompt(Prompt.of("hi")).stopReason());
        assertEquals("fine", recorder.text());
    }

    @Test
    @Tag("FRAME-04")
    void charactersMayComeInPieces() throws Exception {
        byte[] line = (text("你😀é") + "\n").getBytes(StandardCharsets.UTF_8);
        byte[][] pieces = new byte[line.length][];
        for (int i = 0; i < line.length; i++) {
            pieces[i] = new byte[] {line[i]};
        }
        commands.add(command(initialized("session/new").bytes(pieces).send(END)));
        open().prompt(Prompt.of("hi"));
        assertEquals("你😀é", recorder.text());
    }

    @Test
    @Tag("FRAME-06")
    void aLineOverTheBoundEndsTheChildAfterWhatCameBefore() throws Exception {
        commands.add(command(initialized("session/new")
                .send(text("before "))
                .longLine(4 * 1024 * 1024)
                .stall("for good")));
        commands.add(command(initialized("session/load").send(text("after")).send(END)));
        AgentSession session = open();
        AgentException failure = assertThrows(AgentException.class, () -> session.prompt(Prompt.of("hi")));
        assertEquals(ErrorCode.PROTOCOL, failure.code(), failure.getMessage());
        assertEquals("before ", recorder.text());
        session.prompt(Prompt.of("hi"));
        assertEquals("before after", recorder.text());
        processes.get(0).onExit().toCompletableFuture().join();
    }
}
