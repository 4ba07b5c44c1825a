package dev.termal.host;

import dev.termal.api.AgentId;
import dev.termal.api.Answer;
import dev.termal.api.Capabilities;
import dev.termal.api.Diagnostics;
import dev.termal.api.EngineId;
import dev.termal.api.PermissionDecision;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionState;
import dev.termal.host.event.Remember;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.TurnReport;
import dev.termal.host.event.WaitingPrompt;
import dev.termal.host.session.LiveSession;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A session of this host, without what only the host may call on it. */
final class LocalSession implements TermalSession {
    private final LiveSession live;
    private final LiveNotes.Note note;

    LocalSession(LiveSession live, LiveNotes.Note note) {
        this.live = live;
        this.note = note;
    }

    @Override
    public SessionKey key() {
        return live.key();
    }

    @Override
    public AgentId agent() {
        return live.agent();
    }

    @Override
    public EngineId engine() {
        return live.engine();
    }

    @Override
    public Optional<SessionId> agentSession() {
        return live.agentSession();
    }

    @Override
    public Capabilities capabilities() {
        return live.capabilities();
    }

    @Override
    public SessionState state() {
        return live.state();
    }

    @Override
    public long openedAt() {
        return live.openedAt();
    }

    @Override
    public Reading read(long afterSeq, Consumer<SessionEntry> reader) {
        return live.read(afterSeq, reader)::close;
    }

    @Override
    public Diagnostics diagnostics() {
        return live.diagnostics();
    }

    @Override
    public TurnReport prompt(Prompt prompt) throws InterruptedException {
        note.changed();
        try {
            return live.prompt(prompt);
        } finally {
            note.changed();
        }
    }

    @Override
    public List<WaitingPrompt> waiting() {
        return live.waiting();
    }

    @Override
    public boolean cancelWaiting(long id) {
        return live.cancelWaiting(id);
    }

    @Override
    public void cancel() {
        live.cancel();
    }

    @Override
    public void kill() {
        live.kill();
    }

    @Override
    public boolean answerPermission(String id, PermissionDecision decision) {
        return live.answerPermission(id, decision);
    }

    @Override
    public boolean answerPermission(String id, PermissionDecision decision, Remember remember) {
        return live.answerPermission(id, decision, remember);
    }

    @Override
    public Optional<String> rememberable(String id) {
        return live.rememberable(id);
    }

    @Override
    public boolean answerQuestion(String id, Answer answer) {
        return live.answerQuestion(id, answer);
    }

    @Override
    public void setMode(String modeId) throws InterruptedException {
        live.setMode(modeId);
    }

    @Override
    public void setModel(String model) throws InterruptedException {
        live.setModel(model);
    }

    @Override
    public void setEffort(String effort) throws InterruptedException {
        live.setEffort(effort);
    }

    @Override
    public void setOption(String optionId, String value) throws InterruptedException {
        live.setOption(optionId, value);
    }

    @Override
    public void close() {
        note.close();
        live.close();
    }
}
