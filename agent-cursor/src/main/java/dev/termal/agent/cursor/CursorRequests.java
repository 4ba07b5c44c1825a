package dev.termal.agent.cursor;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.RawJson;
import dev.termal.api.spi.VendorNotificationHandler;
import dev.termal.api.spi.VendorReply;
import dev.termal.api.spi.VendorRequestHandler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * Cursor's own requests, by method. What only tells something is acknowledged whatever it holds, since an error would stop the
 * agent; some builds send it as a notification.
 */
final class CursorRequests {
    private static final RawJson DONE = new RawJson("{}");

    private final CursorTodos todos;

    CursorRequests(CursorTodos todos) {
        this.todos = todos;
    }

    Map<String, VendorRequestHandler> handlers() {
        Map<String, VendorRequestHandler> handlers = new LinkedHashMap<>();
        handlers.put("cursor/ask_question", params -> CursorQuestions.ask(json(params)));
        handlers.put("cursor/create_plan", params -> CursorQuestions.plan(json(params), todos));
        told().forEach((method, reader) ->
                handlers.put(method, params -> new VendorReply.Reply(DONE, reader.apply(params), Optional.empty())));
        return handlers;
    }

    Map<String, VendorNotificationHandler> notificationHandlers() {
        Map<String, VendorNotificationHandler> handlers = new LinkedHashMap<>();
        told().forEach((method, reader) -> handlers.put(method, reader::apply));
        return handlers;
    }

    private Map<String, Function<RawJson, List<AgentEvent>>> told() {
        return Map.of(
                "cursor/update_todos", this::updateTodos,
                "cursor/task", params -> noticed("cursor/task", params, task(json(params))),
                "cursor/generate_image", params -> noticed("cursor/generate_image", params, image(json(params))),
                "cursor/canvas", params -> List.of(new AgentEvent.Extension("cursor/canvas", params)));
    }

    private List<AgentEvent> updateTodos(RawJson params) {
        JsonNode update = json(params);
        return update.path("todos").isArray()
                ? List.of(
                        todos.update(update.path("todos"), update.path("merge").asBoolean(false)))
                : List.of(new AgentEvent.Extension("cursor/update_todos", params));
    }

    private static List<AgentEvent> noticed(String method, RawJson params, String words) {
        return List.of(new Notice(Notice.Level.INFO, words), new AgentEvent.Extension(method, params));
    }

    private static String task(JsonNode task) {
        String type = task.path("subagentType").asString("");
        JsonNode millis = task.path("durationMs");
        return "Sub-agent" + (type.isEmpty() ? "" : " " + type) + ": "
                + task.path("description").asString("no description")
                + (millis.isIntegralNumber() ? " (" + millis.longValue() / 1000 + " s)" : "");
    }

    private static String image(JsonNode image) {
        String file = image.path("filePath").asString("");
        return "Image: " + image.path("description").asString("no description") + (file.isEmpty() ? "" : ", " + file);
    }

    private static JsonNode json(RawJson params) {
        try {
            return JsonMapper.shared().readTree(params.text());
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }
}
