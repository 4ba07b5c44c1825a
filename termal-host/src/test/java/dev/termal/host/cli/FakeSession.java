package dev.termal.host.cli;

import dev.termal.api.AgentId;
import dev.termal.api.Answer;
import dev.termal.api.Capabilities;
import dev.termal.api.Diagnostics;
import dev.termal.api.EngineId;
import dev.termal.api.Feature;
import dev.termal.api.PermissionDecision;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionState;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Remember;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.TurnReport;
import dev.termal.host.event.WaitingPrompt;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** A session whose turn is a piece of test code. */
public final class FakeSession implements TermalSession {
    /** What happens in a turn. */
    public interface Turn {
        TurnReport run(FakeSession session) throws InterruptedException;
    }

    private final Turn turn;
    private final List<Consumer<SessionEntry>> readers = new CopyOnWriteArrayList<>();
    private long seq;

    public final List<Prompt> prompts = new CopyOnWriteArrayList<>();
    public final LinkedBlockingQueue<PermissionDecision> decisions = new LinkedBlockingQueue<>();
    public final List<String> models = new CopyOnWriteArrayList<>();
    public final List<Remember> remembered = new CopyOnWriteArrayList<>();
    public volatile Optional<String> rememberable = Optional.empty();
    public final LinkedBlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    public final CountDownLatch cancelled = new CountDownLatch(1);
    public final CountDownLatch killed = new CountDownLatch(1);
    public final CountDownLatch closed = new CountDownLatch(1);

    public FakeSession(Turn turn) {
        this.turn = turn;
    }

    public void emit(EntryBody body) {
        SessionEntry entry = new SessionEntry(++seq, Instant.parse("2026-01-02T03:04:05Z"), 1, body);
        readers.forEach(reader -> reader.accept(entry));
    }

    @Override
    public Diagnostics diagnostics() {
        return Diagnostics.NONE;
    }

    @Override
    public synchronized TurnReport prompt(Prompt prompt) throws InterruptedException {
        prompts.add(prompt);
        emit(new EntryBody.TurnStarted(prompt));
        TurnReport report = turn.run(this);
        emit(new EntryBody.TurnEnded(report));
        return report;
    }

    @Override
    public List<WaitingPrompt> waiting() {
        return List.of();
    }

    @Override
    public boolean cancelWaiting(long id) {
        return false;
    }

    @Override
    public long openedAt() {
        return 0;
    }

    @Override
    public Reading read(long afterSeq, Consumer<SessionEntry> reader) {
        readers.add(reader);
        return () -> readers.remove(reader);
    }

    @Override
    public SessionKey key() {
        return new SessionKey("key-1");
    }

    @Override
    public AgentId agent() {
        return new AgentId("sample");
    }

    @Override
    public EngineId engine() {
        return new EngineId("some");
    }

    @Override
    public Optional<SessionId> agentSession() {
        return Optional.of(new SessionId("agent-1"));
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.of(Feature.CANCEL);
    }

    @Override
    public SessionState state() {
        return SessionState.EMPTY;
    }

    @Override
    public void cancel() {
        cancelled.countDown();
    }

    @Override
    public void kill() {
        killed.countDown();
    }

    @Override
    public boolean answerPermission(String id, PermissionDecision decision, Remember remember) {
        remembered.add(remember);
        return answerPermission(id, decision);
    }

    @Override
    public Optional<String> rememberable(String id) {
        return rememberable;
    }

    @Override
    public boolean answerPermission(String id, PermissionDecision decision) {
        return decisions.add(decision);
    }

    @Override
    public boolean answerQuestion(String id, Answer answer) {
        return answers.add(answer);
    }

    @Override
    public void setMode(String modeId) {
        throw new AssertionError("no command does that");
    }

    @Override
    public void setModel(String model) {
        models.add(model);
    }

    @Override
    public void setEffort(String effort) {
        throw new AssertionError("no command does that");
    }

    @Override
    public void setOption(String optionId, String value) {
        throw new AssertionError("no command does that");
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
