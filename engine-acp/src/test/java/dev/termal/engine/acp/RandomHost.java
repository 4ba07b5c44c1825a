package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.AgentSession;
import dev.termal.api.Answer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.engine.acp.jsonrpc.FrameCodec;
import dev.termal.testkit.EventRecorder;
import dev.termal.testkit.FakeContext;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedAgent;
import dev.termal.testkit.ScriptedProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** A host that does with agents, at random, what hosts do, and looks at what comes of it. Time passes when nothing happens. */
final class RandomHost {
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final int STEPS_OF_PATIENCE = 4;
    private static final int MOST_STEPS = 8_000;
    private static final Pattern BROKEN = Pattern.compile(
            "NullPointer|ClassCast|IndexOutOf|IllegalState|NoSuchElement|StackOverflow|OutOfMemory|Unsupported|Jackson");

    private final Random random;
    private final FakeContext context = FakeContext.create();
    private final ScriptedAgent launcher;
    private final EventRecorder recorder;
    private final Engine engine = new AcpEngineProvider().create(context);
    private final Path folder;
    private final double mutations;
    private final List<RandomAgent> agents = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<?>> asked = new CopyOnWriteArrayList<>();

    RandomHost(Path folder, Random random, double mutations, double misfortune) {
        this.folder = folder;
        this.random = random;
        this.mutations = mutations;
        launcher = ScriptedAgent.forLaunch(launch -> {
            Random own = new Random(random.nextLong());
            RandomAgent agent = new RandomAgent(own, mutations == 0, new Mutations(own, mutations), misfortune);
            agents.add(agent);
            return new Script().on(line -> true, agent);
        });
        recorder = EventRecorder.of(launcher)
                .onPermission(request -> answered(request.options().stream()
                        .findFirst()
                        .map(PermissionDecision::select)
                        .orElseGet(PermissionDecision::cancelled)))
                .onQuestion(question -> answered(new Answer.Declined("at random")));
    }

    /** Now, or not before it is withdrawn. */
    private <T> CompletionStage<T> answered(T answer) {
        CompletableFuture<T> stage = new CompletableFuture<>();
        if (mutations == 0 || asked.size() % 3 != 2) {
            stage.complete(answer);
        }
        asked.add(stage);
        return stage;
    }

    /** A connection, a session and some turns; as far as the agent lets it. */
    void live() throws Exception {
        SessionRequest request = request().build();
        Optional<AgentConnection> connection = settled(
                () -> engine.connect(new ConnectRequest(
                        new AgentId("random"),
                        new BareBinding(),
                        request,
                        launcher,
                        FakeMachine.in(folder),
                        Map.of(),
                        AcpRig.EVERYTHING,
                        event -> {})),
                () -> {});
        if (connection.isPresent()) {
            for (int sessions = 0; sessions < 2; sessions++) {
                Optional<AgentSession> session = settled(() -> connection.get().open(request, recorder), () -> {});
                if (session.isPresent()) {
                    use(connection.get(), session.get());
                }
            }
        }
    }

    private SessionRequest.Builder request() {
        SessionRequest.Builder request = SessionRequest.builder(folder);
        if (random.nextInt(3) == 0) {
            request.resume(new SessionId("s")).replay(SessionRequest.Replay.DELIVER);
        }
        if (random.nextInt(3) == 0) {
            request.mode("code").model("m2");
        }
        return request;
    }

    private void use(AgentConnection connection, AgentSession session) throws Exception {
        for (int i = 0; i < 4; i++) {
            Prompt prompt = Prompt.of("go on ".repeat(random.nextInt(6) == 0 ? 15_000 : 1));
            settled(() -> session.prompt(prompt), session::cancel);
            switch (random.nextInt(6)) {
                case 0 -> settled(() -> done(() -> session.setMode("code")), () -> {});
                case 1 -> settled(() -> done(() -> session.setOption("model", "m2")), () -> {});
                case 2 -> settled(() -> done(() -> session.apply(request().build())), () -> {});
                case 3 -> settled(connection::sessions, () -> {});
                case 4 ->
                    settled(
                            () -> connection.forkSession(
                                    new SessionId("s"), request().build()),
                            () -> {});
                default -> settled(() -> done(() -> connection.deleteSession(new SessionId("other"))), () -> {});
            }
        }
        assertNotNull(session.state());
        assertNotNull(connection.diagnostics());
        session.cancel();
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    private static boolean done(Step step) throws InterruptedException {
        step.run();
        return true;
    }

    /** What a call gives; empty where it fails as calls may. Time passes while it waits, and patience ends. */
    private <T> Optional<T> settled(Callable<T> call, Runnable impatience) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                result.complete(call.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        caller.setDaemon(true);
        caller.start();
        boolean hasty = random.nextInt(5) == 0;
        for (int steps = 0; steps < MOST_STEPS; steps++) {
            try {
                return Optional.of(result.get(8, TimeUnit.MILLISECONDS));
            } catch (TimeoutException e) {
                if (mutations == 0) {
                    continue; // an agent that behaves is as slow as the machine, and no slower
                }
                context.advance(STEP);
                if (hasty || steps % STEPS_OF_PATIENCE == STEPS_OF_PATIENCE - 1) {
                    impatience.run();
                    launcher.processes().stream()
                            .reduce((first, last) -> last)
                            .ifPresent(last -> launcher.timeOutWrites());
                }
            } catch (ExecutionException e) {
                assertFailure(e.getCause());
                return Optional.empty();
            }
        }
        throw new AssertionError("it does not end: " + List.of(caller.getStackTrace()));
    }

    private static void assertFailure(Throwable failure) {
        if (!(failure instanceof AgentException)) {
            throw new AssertionError("not a failure that is part of the contract: " + failure, failure);
        }
        String message = String.valueOf(failure.getMessage());
        assertFalse(message.isBlank(), () -> "without a reason: " + failure);
        assertEquals(message, FrameCodec.oneLine(message), "a message is one line");
        assertFalse(BROKEN.matcher(message).find(), message);
    }

    RandomAgent lastAgent() {
        return agents.get(agents.size() - 1);
    }

    /** Closes all; fails where anything is left or was broken. */
    void end() throws Exception {
        settled(() -> done(engine::close), () -> {});
        recorder.sessionClosed();
        assertTrue(asked.stream().allMatch(CompletableFuture::isDone), "what was asked is answered or withdrawn");
        context.awaitThreadsEnded();
        assertEquals(0, context.fakeClock().pending(), "timers that nobody stopped");
        for (ScriptedProcess process : launcher.processes()) {
            assertTrue(process.onExit().toCompletableFuture().isDone(), "a process goes on");
        }
        recorder.events().forEach(RandomHost::assertReadable);
        context.logged().forEach(line -> assertFalse(BROKEN.matcher(line).find(), line));
        recorder.check();
        launcher.close();
    }

    private static void assertReadable(AgentEvent event) {
        if (event instanceof AgentEvent.Extension extension) {
            FrameCodec.JSON.readTree(extension.payload().text());
        }
    }
}
