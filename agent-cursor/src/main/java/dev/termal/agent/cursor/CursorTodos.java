package dev.termal.agent.cursor;

import dev.termal.api.AgentEvent.PlanUpdate;
import dev.termal.api.PlanEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The list of todos of one connection, told in parts. For one thread at a time. */
final class CursorTodos {
    private static final int MAX_ENTRIES = 1000;

    private final Map<String, PlanEntry> entries = new LinkedHashMap<>();

    /** Takes todos: into the list by their ids, or instead of it. */
    PlanUpdate update(JsonNode todos, boolean merge) {
        if (!merge) {
            entries.clear();
        }
        int unnamed = 0;
        for (JsonNode todo : todos) {
            String id = todo.path("id").asString("");
            String key = id.isEmpty() ? "#" + unnamed++ : id;
            PlanEntry before = entries.get(key);
            if (todo.isObject() && (before != null || entries.size() < MAX_ENTRIES)) {
                entries.put(key, entry(todo, before == null ? "" : before.text()));
            }
        }
        return new PlanUpdate(List.copyOf(entries.values()));
    }

    private static PlanEntry entry(JsonNode todo, String before) {
        return new PlanEntry(
                todo.path("content").asString(before),
                PlanEntry.Priority.OTHER,
                status(todo.path("status").asString("pending")));
    }

    private static PlanEntry.Status status(String word) {
        return switch (word.toLowerCase(Locale.ROOT).replace("todo_status_", "")) {
            case "pending" -> PlanEntry.Status.PENDING;
            case "in_progress" -> PlanEntry.Status.IN_PROGRESS;
            case "completed" -> PlanEntry.Status.COMPLETED;
            case "cancelled" -> PlanEntry.Status.CANCELLED;
            default -> PlanEntry.Status.OTHER;
        };
    }
}
