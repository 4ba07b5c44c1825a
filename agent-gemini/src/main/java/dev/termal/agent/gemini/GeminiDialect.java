package dev.termal.agent.gemini;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Extension;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.AgentEvent.SessionBound;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.RawJson;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.spi.LineDialect;
import dev.termal.api.spi.ProcessExit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The events of the Gemini CLI's {@code --output-format stream-json}; checked against 0.61.0. For one thread. */
final class GeminiDialect implements LineDialect {
    private final Optional<SessionId> resumed;
    private final GeminiToolCalls calls = new GeminiToolCalls();
    private Optional<TurnEnd> end = Optional.empty();

    /** A dialect of a process that was asked to go on with a session, or with none. */
    GeminiDialect(Optional<SessionId> resumed) {
        this.resumed = resumed;
    }

    @Override
    public List<Output> onLine(String line) {
        List<Output> outputs = new ArrayList<>();
        JsonLines.objects(line).forEach(event -> outputs.addAll(understand(event)));
        return outputs;
    }

    private List<Output> understand(ObjectNode event) {
        return switch (JsonLines.text(event.path("type"))) {
            case "init" ->
                JsonLines.word(event.path("session_id"))
                        .map(id -> said(new SessionBound(new SessionId(id))))
                        .orElse(List.of());
            case "message" -> message(event);
            case "tool_use" -> said(new ToolCallUpdate(calls.announced(event)));
            case "tool_result" -> said(new ToolCallUpdate(calls.ended(event)));
            case "error" -> said(new Notice(level(event), JsonLines.text(event.path("message"))));
            case "result" -> event.has("status") ? List.of(result(event)) : unknown(event);
            default -> event.isEmpty() ? List.of() : unknown(event);
        };
    }

    /** The prompt is repeated as the person's words, which the host knows. */
    private static List<Output> message(ObjectNode event) {
        return switch (JsonLines.text(event.path("role"))) {
            case "user" -> List.of();
            case "assistant" -> {
                String text = content(event.path("content"));
                yield text.isEmpty() ? List.of() : said(MessageChunk.text(text));
            }
            default -> unknown(event);
        };
    }

    private static String content(JsonNode content) {
        if (!content.isArray()) {
            return JsonLines.text(content.isObject() ? content.path("text") : content);
        }
        StringBuilder text = new StringBuilder();
        content.forEach(part -> text.append(content(part)));
        return text.toString();
    }

    private static Notice.Level level(ObjectNode event) {
        return JsonLines.text(event.path("severity")).equals("warning") ? Notice.Level.WARNING : Notice.Level.ERROR;
    }

    private TurnEnd result(ObjectNode event) {
        TurnEnd told = switch (JsonLines.text(event.path("status"))) {
            case "success" -> TurnEnd.of(StopReason.END_TURN, GeminiUsage.of(event.path("stats")));
            case "error" -> GeminiExit.told(event.path("error"), GeminiUsage.of(event.path("stats")));
            default -> TurnEnd.of(StopReason.OTHER, GeminiUsage.of(event.path("stats")));
        };
        end = end.or(() -> Optional.of(told));
        return told;
    }

    private static List<Output> unknown(ObjectNode event) {
        String type = JsonLines.word(event.path("type")).orElse("untyped");
        return said(new Extension("gemini/" + type, new RawJson(event.toString())));
    }

    private static List<Output> said(AgentEvent event) {
        return List.of(new Said(event));
    }

    /** What the CLI told in its last event says more than its exit code, but for a success that the exit code denies. */
    @Override
    public TurnEnd onExit(ProcessExit exit, String stderrTail, boolean endSeen) {
        Optional<TurnEnd> told = end.filter(each -> endSeen);
        if (told.isPresent() && (exit.code() == 0 || told.get().error().isPresent())) {
            return told.get();
        }
        return GeminiExit.of(exit, stderrTail, resumed);
    }
}
