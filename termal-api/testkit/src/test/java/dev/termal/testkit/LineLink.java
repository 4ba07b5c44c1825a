package dev.termal.testkit;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.PlanUpdate;
import dev.termal.api.AgentEvent.ThoughtChunk;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.PlanEntry;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.TurnResult;
import dev.termal.api.Usage;
import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.testkit.LineEngine.Defect;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** One process of a {@link LineSession}: a reader that only queues, and a dispatcher that calls the handler. */
final class LineLink {
    private static final PermissionOption ALLOW = new PermissionOption("y", "Allow", PermissionOption.Kind.ALLOW_ONCE);
    private static final PermissionOption REJECT =
            new PermissionOption("n", "Reject", PermissionOption.Kind.REJECT_ONCE);

    private final AgentProcess process;
    private final SessionHandler handler;
    private final Defect defect;
    private final Supplier<Optional<StopReason>> whenCut;
    private final BlockingQueue<Optional<String>> queue = new ArrayBlockingQueue<>(64);
    private final CompletableFuture<SessionId> session = new CompletableFuture<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final Map<String, ToolCall> tools = new LinkedHashMap<>(); // the dispatcher's own
    private Optional<Usage> usage = Optional.empty(); // the dispatcher's own
    private final Thread dispatcher;

    private CompletableFuture<TurnResult> turn = CompletableFuture.completedFuture(null); // guarded by this, as below
    private CompletableFuture<PermissionDecision> permission = new CompletableFuture<>();
    private Thread caller;
    private boolean open = true;
    private boolean closedForGood;

    LineLink(
            EngineContext context,
            AgentLauncher launcher,
            SessionRequest request,
            SessionHandler handler,
            Defect defect,
            Supplier<Optional<StopReason>> whenCut) {
        this.handler = handler;
        this.defect = defect;
        this.whenCut = whenCut;
        process = launcher.launch(new LaunchRequest.ForSession(request));
        dispatcher = context.threads().newThread(this::dispatch);
        dispatcher.start();
        context.threads().newThread(this::read).start();
        boolean resumes = request.resume().isPresent() && defect != Defect.FORGETS;
        send(resumes ? "resume\t" + request.resume().get() : "open");
    }

    SessionId awaitSession() throws InterruptedException {
        try {
            return session.get();
        } catch (ExecutionException e) {
            close();
            throw (AgentException) e.getCause();
        }
    }

    void send(String line) {
        process.send(line);
    }

    synchronized boolean isOpen() {
        return open;
    }

    synchronized CompletableFuture<TurnResult> beginTurn() {
        caller = Thread.currentThread();
        turn = new CompletableFuture<>();
        return turn;
    }

    private synchronized CompletableFuture<TurnResult> turn() {
        return turn;
    }

    void cancel() {
        CompletableFuture<PermissionDecision> asked;
        synchronized (this) {
            asked = permission;
        }
        if (defect != Defect.LEAVES_PERMISSION) {
            asked.cancel(false); // sends the answer
        } else {
            send("answer\tcancelled");
        }
        send("cancel");
    }

    void close() {
        synchronized (this) {
            open = false;
        }
        process.close();
    }

    /** Closes and waits until the handler is not called any more. */
    void closeForGood() {
        synchronized (this) {
            closedForGood = true;
        }
        close();
        if (Thread.currentThread() != dispatcher) {
            done.join();
        }
    }

    private void read() {
        try {
            Optional<String> line = process.receive();
            while (line.isPresent()) {
                boolean early = defect == Defect.RETURNS_EARLY && line.get().startsWith("end");
                if (defect == Defect.CALLS_ON_READER || early) {
                    understand(line.get());
                    awaitCaller(early);
                } else {
                    queue.put(line);
                }
                line = process.receive();
            }
            queue.put(line);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** So that the defect shows each time and not by chance. */
    private void awaitCaller(boolean early) throws InterruptedException {
        Thread prompting;
        synchronized (this) {
            prompting = caller;
        }
        if (early) {
            prompting.join();
        }
    }

    private void dispatch() {
        try {
            Optional<String> line = queue.take();
            while (line.isPresent()) {
                understand(line.get());
                line = queue.take();
            }
            cut();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            done.complete(null);
        }
    }

    private void cut() throws InterruptedException {
        String how = "closed its output";
        try {
            how = process.onExit()
                    .toCompletableFuture()
                    .get(1, TimeUnit.SECONDS)
                    .describe();
        } catch (TimeoutException | ExecutionException e) {
            // it lives on
        }
        close();
        boolean byUs;
        synchronized (this) {
            byUs = closedForGood;
        }
        AgentException failure = new AgentException(
                byUs ? ErrorCode.CLOSED : ErrorCode.AGENT_EXITED,
                "the agent ended: " + how,
                AgentException.Detail.stderr(process.stderrTail()));
        session.completeExceptionally(failure);
        Optional<StopReason> reason = whenCut.get();
        if (reason.isPresent()) {
            turn().complete(TurnResult.of(reason.get()));
        } else {
            turn().completeExceptionally(failure);
        }
    }

    private void understand(String line) {
        String[] words = line.split("\t", -1);
        for (int i = 0; i < words.length; i++) {
            words[i] = JsonText.unquote(words[i]);
        }
        List<String> rest = Arrays.asList(words).subList(1, words.length);
        switch (words[0]) {
            case "session" -> session.complete(new SessionId(words[1]));
            case "unknown" ->
                session.completeExceptionally(
                        new AgentException(ErrorCode.SESSION_NOT_FOUND, "the agent does not know the session"));
            case "say" -> deliver(MessageChunk.text(words[1]));
            case "think" -> deliver(ThoughtChunk.text(words[1]));
            case "plan" ->
                deliver(new PlanUpdate(rest.stream()
                        .map(text -> new PlanEntry(text, PlanEntry.Priority.MEDIUM, PlanEntry.Status.IN_PROGRESS))
                        .toList()));
            case "tool" ->
                tool(ToolCall.builder(words[1])
                        .title(words[2])
                        .kind(ToolCall.Kind.valueOf(words[3]))
                        .status(ToolCall.Status.IN_PROGRESS)
                        .build());
            case "tool-end" ->
                tool(tools.get(words[1]).toBuilder()
                        .status(ToolCall.Status.valueOf(words[2]))
                        .build());
            case "usage" ->
                usage = Optional.of(Usage.builder()
                        .inputTokens(Long.parseLong(words[1]))
                        .outputTokens(Long.parseLong(words[2]))
                        .build());
            case "ask" -> ask(tools.get(words[1]));
            case "end" -> turn().complete(new TurnResult(StopReason.valueOf(words[1]), usage, Optional.empty()));
            case "fail" -> turn().completeExceptionally(new AgentException(ErrorCode.AGENT_ERROR, words[1]));
            default -> {} // noise
        }
    }

    private void tool(ToolCall call) {
        tools.put(call.id(), call);
        deliver(new ToolCallUpdate(call));
    }

    private void deliver(AgentEvent event) {
        try {
            handler.onEvent(event);
        } catch (RuntimeException e) {
            // delivered all the same
        }
    }

    private void ask(ToolCall call) {
        CompletableFuture<PermissionDecision> asked = handler.onPermissionRequest(
                        new PermissionRequest(call, List.of(ALLOW, REJECT)))
                .toCompletableFuture();
        synchronized (this) {
            permission = asked;
        }
        asked.whenComplete((decision, failure) -> send("answer\t"
                + (decision instanceof PermissionDecision.Selected selected ? selected.optionId() : "cancelled")));
    }
}
