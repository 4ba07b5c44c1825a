package dev.termal.engine.acp;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.AgentEvent.Role;
import dev.termal.api.AgentEvent.ThoughtChunk;
import dev.termal.api.ContentBlock;
import dev.termal.api.PlanEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/**
 * What the updates of one session mean. For the dispatching thread only, but for {@link #facts()}.
 *
 * <p>Nothing fails here: an update that is not known, or lacks what it cannot do without, is kept whole as an extension.
 */
final class UpdateReader {
    private final ToolCalls calls = new ToolCalls();
    private volatile SessionFacts facts = SessionFacts.NONE;

    ToolCalls calls() {
        return calls;
    }

    SessionFacts facts() {
        return facts;
    }

    /** Takes facts that came another way than by an update; an event where they are new. */
    List<AgentEvent> changed(SessionFacts now) {
        boolean isNew = !now.equals(facts);
        facts = now;
        return isNew ? List.of(new AgentEvent.StateUpdate(now.state())) : List.of();
    }

    /** Whether an event that comes while a session is loaded tells of the past; facts of the session tell of now. */
    static boolean isHistory(AgentEvent event) {
        return !(event instanceof AgentEvent.SessionBound
                || event instanceof AgentEvent.StateUpdate
                || event instanceof AgentEvent.UsageUpdate);
    }

    List<AgentEvent> read(JsonNode update) {
        String word = Json.word(update, "sessionUpdate").orElse("session/update");
        return known(word, update).orElseGet(() -> List.of(new AgentEvent.Extension(word, Json.raw(update))));
    }

    private Optional<List<AgentEvent>> known(String word, JsonNode update) {
        return switch (word) {
            case "user_message_chunk" -> message(Role.USER, update);
            case "agent_message_chunk" -> message(Role.AGENT, update);
            case "agent_thought_chunk" ->
                block(update)
                        .map(thought -> isEmpty(thought)
                                ? List.of()
                                : List.of(new ThoughtChunk(Optional.of(thought), OptionalLong.empty())));
            case "tool_call", "tool_call_update" ->
                calls.fold(update).map(call -> List.of(new AgentEvent.ToolCallUpdate(call)));
            case "plan" -> list(update, "entries").map(present -> List.of(plan(update)));
            case "available_commands_update" ->
                list(update, "availableCommands")
                        .map(present -> changed(facts.withCommands(StateMapper.commands(update))));
            case "config_option_update" ->
                list(update, "configOptions").map(present -> changed(facts.withOptions(StateMapper.options(update))));
            case "current_mode_update" ->
                Json.word(update, "currentModeId")
                        .or(() -> Json.word(update, "modeId"))
                        .map(mode -> changed(facts.withMode(mode)));
            case "session_info_update" -> Optional.of(title(update));
            case "usage_update" -> Optional.of(List.of(new AgentEvent.UsageUpdate(UsageMapper.session(update))));
            case "notice" -> Json.word(update, "title").map(title -> List.of(notice(title, update)));
            default -> Optional.empty();
        };
    }

    private static Optional<List<AgentEvent>> message(Role role, JsonNode update) {
        return block(update)
                .map(block -> isEmpty(block)
                        ? List.of()
                        : List.of(new MessageChunk(role, block, Json.word(update, "messageId"))));
    }

    private static Optional<ContentBlock> block(JsonNode update) {
        return ContentMapper.read(update.path("content"));
    }

    /** Some agents send empty text as a carrier of their own metadata. */
    private static boolean isEmpty(ContentBlock block) {
        return block instanceof ContentBlock.Text text && text.text().isEmpty();
    }

    private static Optional<JsonNode> list(JsonNode update, String field) {
        return Optional.of(update.path(field)).filter(JsonNode::isArray);
    }

    private static AgentEvent plan(JsonNode update) {
        List<PlanEntry> entries = new ArrayList<>();
        for (JsonNode node : Json.objects(update, "entries")) {
            Json.text(node, "content")
                    .ifPresent(text -> entries.add(new PlanEntry(
                            text,
                            Json.constant(
                                    PlanEntry.Priority.values(),
                                    Json.text(node, "priority").orElse(""),
                                    PlanEntry.Priority.OTHER),
                            Json.constant(
                                    PlanEntry.Status.values(),
                                    Json.text(node, "status").orElse(""),
                                    PlanEntry.Status.OTHER))));
        }
        return new AgentEvent.PlanUpdate(entries);
    }

    private List<AgentEvent> title(JsonNode update) {
        JsonNode title = update.path("title");
        if (title.isString()) {
            return changed(facts.withTitle(Optional.of(title.stringValue()).filter(text -> !text.isBlank())));
        }
        return title.isNull() ? changed(facts.withTitle(Optional.empty())) : List.of();
    }

    private static AgentEvent notice(String title, JsonNode update) {
        Notice.Level level = Json.constant(
                Notice.Level.values(), Json.text(update, "severity").orElse(""), Notice.Level.INFO);
        return new Notice(
                level,
                title
                        + Json.word(update, "description")
                                .map(more -> ": " + more)
                                .orElse(""));
    }
}
