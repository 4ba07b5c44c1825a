package dev.termal.host.service;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.Usage;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.EntryBody.Decider;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.text.Beginning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a session's entries come to: whether a turn runs, what is asked, what was said last. Thread-safe. */
final class Glance {
    /** The characters of a preview. */
    static final int PREVIEW = 160;

    private static final int SETTLED = 500;

    private final Map<String, SessionEntry> asked = new LinkedHashMap<>();
    private final Map<String, Decider> settled = new LinkedHashMap<>(); // the last of them
    private final StringBuilder said = new StringBuilder();
    private Optional<String> messageId = Optional.empty();
    private boolean inMessage;
    private boolean running;
    private Optional<Outcome> outcome = Optional.empty();
    private Optional<Usage> usage = Optional.empty();
    private long seq;

    /** Takes the next entry; tells whether people want to see at once what it changes. */
    synchronized boolean entry(SessionEntry entry) {
        seq = Math.max(seq, entry.seq());
        EntryBody body = entry.body();
        if (body instanceof EntryBody.Said event) {
            said(event.event());
            return event.event() instanceof AgentEvent.StateUpdate || event.event() instanceof AgentEvent.SessionBound;
        }
        if (body instanceof EntryBody.TurnStarted) {
            running = true;
            inMessage = false;
        } else if (body instanceof EntryBody.TurnEnded ended) {
            running = false;
            asked.clear();
            outcome = Optional.of(ended.report().outcome());
            usage = ended.report().usage().or(() -> usage);
        } else if (body instanceof EntryBody.PermissionRequested request) {
            ask(permission(request.id()), entry);
        } else if (body instanceof EntryBody.PermissionAnswered answered) {
            settle(permission(answered.id()), answered.by());
        } else if (body instanceof EntryBody.QuestionAsked question) {
            ask(question(question.question().id()), entry);
        } else if (body instanceof EntryBody.QuestionAnswered answered) {
            settle(question(answered.id()), answered.by());
        } else {
            return false;
        }
        return true;
    }

    private void ask(String id, SessionEntry entry) {
        settled.remove(id);
        asked.put(id, entry);
    }

    private void settle(String id, Decider by) {
        asked.remove(id);
        settled.remove(id);
        settled.put(id, by);
        if (settled.size() > SETTLED) {
            settled.remove(settled.keySet().iterator().next());
        }
    }

    /** The key of a permission request, among all that is asked. */
    static String permission(String id) {
        return "p " + id;
    }

    /** The key of a question, among all that is asked. */
    static String question(String id) {
        return "q " + id;
    }

    private void said(AgentEvent event) {
        if (event instanceof AgentEvent.UsageUpdate update) {
            usage = Optional.of(update.usage());
        } else if (event instanceof AgentEvent.MessageChunk chunk
                && chunk.role() == AgentEvent.Role.AGENT
                && chunk.delta() instanceof ContentBlock.Text text) {
            if (!inMessage || !messageId.equals(chunk.messageId())) {
                said.setLength(0);
            }
            inMessage = true;
            messageId = chunk.messageId();
            if (said.length() < PREVIEW) {
                said.append(text.text(), 0, Math.min(text.text().length(), 2 * PREVIEW));
            }
        } else if (event instanceof AgentEvent.ToolCallUpdate) {
            inMessage = false;
        }
    }

    synchronized boolean isRunning() {
        return running;
    }

    /** The requests and questions that wait for an answer, the first first. */
    synchronized List<SessionEntry> asked() {
        return new ArrayList<>(asked.values());
    }

    /** The entry that asks this, as long as it waits. */
    synchronized Optional<SessionEntry> asking(String id) {
        return Optional.ofNullable(asked.get(id));
    }

    /** Who has settled it; empty for what was never asked, or long ago. */
    synchronized Optional<Decider> settledBy(String id) {
        return Optional.ofNullable(settled.get(id));
    }

    synchronized Optional<Outcome> outcome() {
        return outcome;
    }

    synchronized Optional<Usage> usage() {
        return usage;
    }

    /** The number of the last entry. */
    synchronized long seq() {
        return seq;
    }

    synchronized String preview() {
        return preview(said.toString());
    }

    /** The beginning of a text, on one line. */
    static String preview(String text) {
        return Beginning.of(text, PREVIEW);
    }
}
