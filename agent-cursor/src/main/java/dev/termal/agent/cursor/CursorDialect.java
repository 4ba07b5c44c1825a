package dev.termal.agent.cursor;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Extension;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.SessionBound;
import dev.termal.api.AgentEvent.ThoughtChunk;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.Usage;
import dev.termal.api.spi.LineDialect;
import dev.termal.api.spi.ProcessExit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The events of the Cursor CLI's {@code --output-format stream-json}, from reports of builds of 2025 and 2026. For one
 * thread.
 */
final class CursorDialect implements LineDialect {
    private final Optional<SessionId> resumed;
    private final CursorText text = new CursorText();
    private final CursorToolCalls calls = new CursorToolCalls();
    private final CursorTodos todos = new CursorTodos();
    private Optional<TurnEnd> end = Optional.empty();
    private boolean bound;

    /** A dialect of a process that was asked to go on with a session, or with none. */
    CursorDialect(Optional<SessionId> resumed) {
        this.resumed = resumed;
    }

    @Override
    public List<Output> onLine(String line) {
        List<Output> outputs = new ArrayList<>();
        JsonLines.objects(line).forEach(event -> understand(event, outputs));
        return outputs;
    }

    private void understand(ObjectNode event, List<Output> outputs) {
        switch (JsonLines.text(event.path("type"))) {
            case "system" -> system(event, outputs);
            case "user" -> {} // the prompt, which the host knows
            case "thinking" ->
                Optional.of(JsonLines.text(event.path("text")))
                        .filter(thought -> !thought.isEmpty())
                        .ifPresent(thought -> outputs.add(new Said(ThoughtChunk.text(thought))));
            case "assistant" -> say(text.fresh(event), outputs);
            case "tool_call" -> toolCall(event, outputs);
            case "result" -> result(event, outputs);
            default -> unknown(event, outputs);
        }
    }

    private void system(ObjectNode event, List<Output> outputs) {
        if (!JsonLines.text(event.path("subtype")).equals("init")) {
            unknown(event, outputs);
            return;
        }
        JsonLines.word(event.path("session_id")).ifPresent(id -> {
            bound = true;
            outputs.add(new Said(new SessionBound(new SessionId(id))));
        });
    }

    private static void say(String piece, List<Output> outputs) {
        if (!piece.isEmpty()) {
            outputs.add(new Said(MessageChunk.text(piece)));
        }
    }

    private void toolCall(ObjectNode event, List<Output> outputs) {
        text.interrupted();
        Optional<CursorToolCalls.Told> told = calls.told(event);
        if (told.isEmpty()) {
            unknown(event, outputs);
            return;
        }
        outputs.add(new Said(new ToolCallUpdate(told.get().call())));
        JsonNode list = told.get().arguments().path("todos");
        if (list.isArray() && !told.get().call().status().isFinal()) {
            outputs.add(new Said(
                    todos.update(list, told.get().arguments().path("merge").asBoolean(false))));
        }
    }

    private void result(ObjectNode event, List<Output> outputs) {
        boolean failed = event.path("is_error").asBoolean(false)
                || !JsonLines.text(event.path("subtype")).equals("success");
        String words = JsonLines.text(event.path("result"));
        if (!failed && !text.saidAnything()) {
            say(words, outputs);
        }
        TurnEnd told = failed
                ? new TurnEnd(Optional.empty(), Optional.of(CursorExit.meaning(words)), words, usage(event))
                : TurnEnd.of(StopReason.END_TURN, usage(event));
        end = end.or(() -> Optional.of(told));
        outputs.add(told);
    }

    private static Optional<Usage> usage(ObjectNode event) {
        JsonNode count = event.path("usage");
        Usage.Builder usage = Usage.builder();
        JsonLines.number(count.path("inputTokens")).ifPresent(usage::inputTokens);
        JsonLines.number(count.path("outputTokens")).ifPresent(usage::outputTokens);
        JsonLines.number(count.path("cacheReadTokens")).ifPresent(usage::cachedReadTokens);
        JsonLines.number(count.path("cacheWriteTokens")).ifPresent(usage::cachedWriteTokens);
        JsonLines.number(event.path("duration_ms")).ifPresent(millis -> usage.duration(Duration.ofMillis(millis)));
        return Optional.of(usage.build()).filter(known -> !known.equals(Usage.NONE));
    }

    private static void unknown(ObjectNode event, List<Output> outputs) {
        if (!event.isEmpty()) {
            String type = JsonLines.word(event.path("type")).orElse("untyped");
            AgentEvent kept = new Extension("cursor/" + type, new RawJson(event.toString()));
            outputs.add(new Said(kept));
        }
    }

    /** What the CLI told in its last event says more than its exit code, but for a success that the exit code denies. */
    @Override
    public TurnEnd onExit(ProcessExit exit, String stderrTail, boolean endSeen) {
        Optional<TurnEnd> told = end.filter(each -> endSeen);
        if (told.isPresent() && (exit.code() == 0 || told.get().error().isPresent())) {
            return told.get();
        }
        TurnEnd status = CursorExit.of(exit, stderrTail, resumed.filter(id -> !bound));
        boolean unsaid = status.error().equals(Optional.of(ErrorCode.AGENT_EXITED));
        return endSeen && unsaid ? TurnEnd.failed(ErrorCode.AGENT_ERROR, status.message()) : status;
    }
}
