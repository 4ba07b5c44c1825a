package dev.termal.host.json;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionRequest;
import dev.termal.api.PlanEntry;
import dev.termal.api.Prompt;
import dev.termal.api.RawJson;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnError;
import dev.termal.host.event.TurnReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an entry says, from the JSON that {@link EntryJson} made of it. Tolerant: a type that this version does not know is an
 * extension, a word that it does not know is {@code OTHER}, a field that is missing is empty.
 */
public final class EntryReader {
    private EntryReader() {}

    /** Reads one body. */
    public static EntryBody body(String text) {
        JsonFields json = new JsonFields(Json.parse(new RawJson(text)));
        return switch (json.text("type")) {
            case "turn_started" -> new EntryBody.TurnStarted(prompt(json));
            case "turn_ended" -> new EntryBody.TurnEnded(report(json));
            case "permission_requested" ->
                new EntryBody.PermissionRequested(
                        json.text("id"),
                        new PermissionRequest(
                                json.object("toolCall")
                                        .map(ContentReader::toolCall)
                                        .orElseGet(() -> ContentReader.toolCall(json)),
                                json.list("options", ContentReader::option)));
            case "permission_answered" ->
                new EntryBody.PermissionAnswered(
                        json.text("id"), json.object("option").map(ContentReader::option), decider(json));
            case "question_asked" -> new EntryBody.QuestionAsked(QuestionReader.question(json));
            case "question_answered" ->
                new EntryBody.QuestionAnswered(json.text("id"), QuestionReader.answer(json), decider(json));
            default -> said(json, text);
        };
    }

    private static EntryBody said(JsonFields json, String text) {
        if (json.text("type").equals("notice") && json.text("source").equals("host")) {
            return new EntryBody.HostNotice(level(json), json.text("text"));
        }
        return new EntryBody.Said(event(json, text), json.flag("late"));
    }

    private static AgentEvent event(JsonFields json, String text) {
        return switch (json.text("type")) {
            case "message" ->
                new AgentEvent.MessageChunk(
                        json.word("role", AgentEvent.Role.class, AgentEvent.Role.AGENT),
                        delta(json).orElseGet(() -> ContentBlock.text("")),
                        json.optional("messageId"));
            case "thought" -> new AgentEvent.ThoughtChunk(delta(json), json.whole("tokens"));
            case "tool_call" -> new AgentEvent.ToolCallUpdate(ContentReader.toolCall(json));
            case "plan" -> new AgentEvent.PlanUpdate(json.list("entries", EntryReader::step));
            case "usage" -> new AgentEvent.UsageUpdate(FactsReader.usage(json));
            case "state" -> new AgentEvent.StateUpdate(FactsReader.state(json));
            case "session" ->
                new AgentEvent.SessionBound(
                        new SessionId(json.optional("agentSession").orElse("?")));
            case "notice" -> new AgentEvent.Notice(level(json), json.text("text"));
            case "extension" ->
                new AgentEvent.Extension(json.text("name"), json.raw("payload").orElse(new RawJson("null")));
            default -> new AgentEvent.Extension(json.text("type"), new RawJson(text));
        };
    }

    private static Optional<ContentBlock> delta(JsonFields json) {
        return json.optional("text")
                .map(ContentBlock::text)
                .or(() -> json.object("content").map(ContentReader::block));
    }

    private static AgentEvent.Notice.Level level(JsonFields json) {
        return json.word("level", AgentEvent.Notice.Level.class, AgentEvent.Notice.Level.INFO);
    }

    private static EntryBody.Decider decider(JsonFields json) {
        return json.word("by", EntryBody.Decider.class, EntryBody.Decider.TURN_END);
    }

    private static PlanEntry step(JsonFields json) {
        return new PlanEntry(
                json.text("text"),
                json.word("priority", PlanEntry.Priority.class, PlanEntry.Priority.OTHER),
                json.word("status", PlanEntry.Status.class, PlanEntry.Status.OTHER));
    }

    private static Prompt prompt(JsonFields json) {
        List<ContentBlock> blocks = json.list("prompt", ContentReader::block);
        return blocks.isEmpty() ? Prompt.of("") : new Prompt(blocks);
    }

    private static TurnReport report(JsonFields json) {
        return new TurnReport(
                json.word("outcome", Outcome.class, Outcome.AGENT_ERROR),
                json.count("exitCode"),
                json.optional("stopReason").map(word -> json.word("stopReason", StopReason.class, StopReason.OTHER)),
                json.text("text"),
                json.object("usage").map(FactsReader::usage),
                json.count("denied"),
                json.count("unanswered"),
                json.count("unapproved"),
                Duration.ofMillis(json.whole("durationMs").orElse(0)),
                json.object("error").map(EntryReader::error));
    }

    private static TurnError error(JsonFields json) {
        return new TurnError(
                json.word("code", ErrorCode.class, ErrorCode.AGENT_ERROR),
                json.text("message"),
                json.integer("peerCode").isPresent() ? Optional.of(json.count("peerCode")) : Optional.empty(),
                json.text("peerMessage"),
                json.raw("peerData"),
                json.text("stderr"));
    }
}
