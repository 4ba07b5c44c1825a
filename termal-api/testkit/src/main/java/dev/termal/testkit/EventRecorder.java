package dev.termal.testkit;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.Role;
import dev.termal.api.AgentEvent.ThoughtChunk;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.Answer;
import dev.termal.api.ContentBlock;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Question;
import dev.termal.api.SessionHandler;
import dev.termal.api.ToolCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A host that records what an engine tells and asks, answers as the test says, and checks in every test how it is called:
 * one call at a time, never on a thread that reads an agent, with no lock held, and nothing after the end.
 *
 * <p>What is wrong with a call is thrown by whatever the test asks next of the recorder, since an engine may swallow what a
 * handler throws. Each call is also written down in words, which {@link #assertOrder} compares: {@code text hello},
 * {@code thought hm}, {@code tool t1 in_progress}, {@code permission t1}, {@code question q1}, {@code plan a | b},
 * {@code usage}, {@code state}, {@code bound s1}, {@code notice WARNING …}, {@code extension name}, {@code user …} for the
 * person's own words, and {@code replayed …} before any of them. Thread-safe.
 */
public final class EventRecorder implements SessionHandler {
    private final List<Predicate<Thread>> forbiddenThreads = new CopyOnWriteArrayList<>();
    private final List<Object> forbiddenLocks = new CopyOnWriteArrayList<>();
    private volatile Function<PermissionRequest, CompletionStage<PermissionDecision>> permissions =
            request -> CompletableFuture.completedFuture(PermissionDecision.cancelled());
    private volatile Function<Question, CompletionStage<Answer>> questions =
            question -> CompletableFuture.completedFuture(new Answer.Declined("no answer is scripted"));
    private volatile Predicate<AgentEvent> pauseAt = event -> false;
    private final Semaphore resumed = new Semaphore(0);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<AgentEvent> events = new ArrayList<>(); // guarded by lock, as all below
    private final List<PermissionRequest> permissionRequests = new ArrayList<>();
    private final List<Question> questionsAsked = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private String running = "";
    private boolean paused;
    private boolean closed;

    /** A recorder that cancels every permission and declines every question. */
    public EventRecorder() {}

    /** A recorder that also checks that this agent's reader never calls it. */
    public static EventRecorder of(ScriptedAgent agent) {
        return new EventRecorder().forbidThreads(agent::isReader);
    }

    /** No call may come on such a thread. */
    public EventRecorder forbidThreads(Predicate<Thread> forbidden) {
        forbiddenThreads.add(forbidden);
        return this;
    }

    /** No call may come on a thread that holds the monitor of one of these. */
    public EventRecorder forbidLocks(Object... locks) {
        forbiddenLocks.addAll(Arrays.asList(locks));
        return this;
    }

    /** Answers every permission request with the first option offered of the first of these kinds, else cancels it. */
    public EventRecorder answering(PermissionOption.Kind... kinds) {
        return onPermission(request -> CompletableFuture.completedFuture(
                request.firstOf(kinds).map(PermissionDecision::select).orElseGet(PermissionDecision::cancelled)));
    }

    /** Answers permission requests by code, now or later. */
    public EventRecorder onPermission(Function<PermissionRequest, CompletionStage<PermissionDecision>> answer) {
        permissions = answer;
        return this;
    }

    /** Answers questions by code, now or later. */
    public EventRecorder onQuestion(Function<Question, CompletionStage<Answer>> answer) {
        questions = answer;
        return this;
    }

    /** Keeps the engine waiting in the first call of {@link #onEvent} that brings such an event, until {@link #resume}. */
    public EventRecorder pauseAt(Predicate<AgentEvent> event) {
        pauseAt = event;
        return this;
    }

    /** Waits until an engine is kept waiting. */
    public void awaitPaused() throws InterruptedException {
        await("a pause", () -> paused);
    }

    /** Lets the engine go on that is kept waiting, for good. */
    public void resume() {
        resumed.release();
    }

    /** From now on every call is wrong: the session is closed. */
    public void sessionClosed() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onEvent(AgentEvent event) {
        called(Words.of(event), () -> events.add(event));
        try {
            if (pauseAt.test(event)) {
                pause();
            }
        } finally {
            returned();
        }
    }

    private void pause() {
        pauseAt = event -> false;
        lock.lock();
        try {
            paused = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            if (!resumed.tryAcquire(HangGuard.SECONDS, TimeUnit.SECONDS)) {
                violation("the test never resumed the recorder");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            violation("the engine interrupted a handler");
        }
    }

    @Override
    public CompletionStage<PermissionDecision> onPermissionRequest(PermissionRequest request) {
        called("permission " + request.toolCall().id(), () -> permissionRequests.add(request));
        try {
            return permissions.apply(request);
        } finally {
            returned();
        }
    }

    @Override
    public CompletionStage<Answer> onQuestion(Question question) {
        called("question " + question.id(), () -> questionsAsked.add(question));
        try {
            return questions.apply(question);
        } finally {
            returned();
        }
    }

    private void called(String words, Runnable record) {
        Thread thread = Thread.currentThread();
        boolean forbidden = forbiddenThreads.stream().anyMatch(test -> test.test(thread));
        List<Object> held = forbiddenLocks.stream().filter(Thread::holdsLock).toList();
        lock.lock();
        try {
            if (forbidden) {
                violations.add(words + ": called on a thread that reads the agent: " + thread.getName());
            }
            held.forEach(monitor -> violations.add(words + ": called with a lock held: " + monitor));
            if (!running.isEmpty()) {
                violations.add(words + ": called before the call for " + running + " had returned");
            }
            if (closed) {
                violations.add(words + ": called after the session was closed");
            }
            running = words;
            record.run();
            calls.add(words);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void returned() {
        lock.lock();
        try {
            running = "";
        } finally {
            lock.unlock();
        }
    }

    private void violation(String what) {
        lock.lock();
        try {
            violations.add(what);
        } finally {
            lock.unlock();
        }
    }

    /** Throws an {@link AssertionError} where the engine called in a way that the contract forbids. */
    public void check() {
        lock.lock();
        try {
            if (!violations.isEmpty()) {
                throw new AssertionError(String.join("\n", violations) + "\n" + described());
            }
        } finally {
            lock.unlock();
        }
    }

    /** All events so far. */
    public List<AgentEvent> events() {
        return read(events);
    }

    /** All permission requests so far. */
    public List<PermissionRequest> permissionRequests() {
        return read(permissionRequests);
    }

    /** All questions so far. */
    public List<Question> questionsAsked() {
        return read(questionsAsked);
    }

    /** All calls so far, in words. */
    public List<String> calls() {
        return read(calls);
    }

    private <T> List<T> read(Collection<T> from) {
        check();
        lock.lock();
        try {
            return List.copyOf(from);
        } finally {
            lock.unlock();
        }
    }

    /** All events of this kind so far; what is replayed does not count. */
    public <T extends AgentEvent> List<T> events(Class<T> kind) {
        return ofKind(kind).toList();
    }

    /** The pieces of the agent's own messages that are text; what is replayed does not count. */
    public List<String> texts() {
        return ofKind(MessageChunk.class)
                .filter(chunk -> chunk.role() == Role.AGENT)
                .flatMap(chunk -> textOf(chunk.delta()))
                .toList();
    }

    /** The agent's own messages as one text. */
    public String text() {
        return String.join("", texts());
    }

    /** The agent's thoughts as one text. */
    public String thought() {
        return String.join(
                "",
                ofKind(ThoughtChunk.class)
                        .flatMap(chunk -> chunk.delta().stream())
                        .flatMap(EventRecorder::textOf)
                        .toList());
    }

    /** Each tool call as it was told last, in the order in which they were announced. */
    public List<ToolCall> toolCalls() {
        Map<String, ToolCall> latest = new LinkedHashMap<>();
        ofKind(ToolCallUpdate.class).forEach(update -> latest.put(update.call().id(), update.call()));
        return List.copyOf(latest.values());
    }

    private <T extends AgentEvent> Stream<T> ofKind(Class<T> kind) {
        return events().stream().filter(kind::isInstance).map(kind::cast);
    }

    private static Stream<String> textOf(ContentBlock block) {
        return block instanceof ContentBlock.Text text ? Stream.of(text.text()) : Stream.empty();
    }

    /** Waits for an event. */
    public void awaitEvent(Predicate<AgentEvent> wanted) throws InterruptedException {
        await("an event", () -> events.stream().anyMatch(wanted));
    }

    /** Waits for a call by its words or their beginning. */
    public void awaitCall(String words) throws InterruptedException {
        await("«" + words + "»", () -> calls.stream().anyMatch(call -> call.startsWith(words)));
    }

    /** Waits until the calls so far, in words, are as wanted. */
    public void awaitCalls(Predicate<List<String>> wanted) throws InterruptedException {
        await("the calls wanted", () -> wanted.test(List.copyOf(calls)));
    }

    private void await(String what, BooleanSupplier met) throws InterruptedException {
        lock.lock();
        try {
            HangGuard.await(changed, met, () -> what + " did not come\n" + described());
        } finally {
            lock.unlock();
        }
        check();
    }

    /** Asserts that calls that begin with these words came in this order, perhaps with others between them. */
    public void assertOrder(String... words) {
        List<String> all = calls();
        int at = 0;
        for (String wanted : words) {
            while (at < all.size() && !all.get(at).startsWith(wanted)) {
                at++;
            }
            if (at == all.size()) {
                throw new AssertionError("«" + wanted + "» did not come in its place of " + Arrays.toString(words)
                        + "\nCalls:\n  " + String.join("\n  ", all));
            }
            at++;
        }
    }

    private String described() {
        return "Calls:\n  " + String.join("\n  ", calls);
    }
}
