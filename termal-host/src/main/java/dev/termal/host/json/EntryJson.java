package dev.termal.host.json;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentId;
import dev.termal.api.ContentBlock;
import dev.termal.api.EngineId;
import dev.termal.api.StopReason;
import dev.termal.api.Usage;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.TurnError;
import dev.termal.host.event.TurnReport;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One session's entries as JSON objects, each with {@code seq}, {@code type}, {@code session} and {@code turn}. As lines of a
 * stream they say of the session's state and of the agent's id only what has not been said. Not for several threads.
 */
public final class EntryJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final SessionKey session;
    private final AgentId agent;
    private final EngineId engine;
    private final StateChanges states = new StateChanges();
    private Optional<String> toldAgentSession = Optional.empty();

    /** For this session. */
    public EntryJson(SessionKey session, AgentId agent, EngineId engine) {
        this.session = session;
        this.agent = agent;
        this.engine = engine;
    }

    /** The next line; empty for repeated history, which is never live output, and for what has been said. */
    public Optional<ObjectNode> of(SessionEntry entry) {
        return next(entry.body())
                .map(body -> new Fields()
                        .put("seq", entry.seq())
                        .put("type", body.node().get("type")) // before the rest, for people who read the lines
                        .put("session", session.value())
                        .put("turn", entry.turn())
                        .put("time", entry.time().toString())
                        .all(body.node())
                        .node());
    }

    private Optional<Fields> next(EntryBody body) {
        if (body instanceof EntryBody.Said said) {
            if (said.event() instanceof AgentEvent.StateUpdate update) {
                return states.next(update.state())
                        .map(news -> Fields.typed("state").all(news).flag("late", said.late()));
            }
            if (said.event() instanceof AgentEvent.SessionBound bound) {
                Optional<String> id = Optional.of(bound.id().value());
                boolean known = id.equals(toldAgentSession);
                toldAgentSession = id;
                return known ? Optional.empty() : body(body);
            }
        }
        return body(body);
    }

    /** What an entry says, without its place in the stream; {@link EntryReader} reads it. Empty for repeated history. */
    public Optional<ObjectNode> json(EntryBody body) {
        return body(body).map(Fields::node);
    }

    private Optional<Fields> body(EntryBody body) {
        if (body instanceof EntryBody.Said said) {
            return event(said.event()).map(fields -> fields.flag("late", said.late()));
        }
        if (body instanceof EntryBody.HostNotice notice) {
            return Optional.of(notice(notice.level(), notice.text(), "host"));
        }
        if (body instanceof EntryBody.TurnStarted started) {
            return Optional.of(
                    Fields.typed("turn_started").list("prompt", started.prompt().blocks(), ContentJson::block));
        }
        if (body instanceof EntryBody.TurnEnded ended) {
            return Optional.of(Fields.typed("turn_ended").all(report(ended.report())));
        }
        if (body instanceof EntryBody.PermissionRequested asked) {
            return Optional.of(Fields.typed("permission_requested")
                    .put("id", asked.id())
                    .put("toolCall", ContentJson.toolCall(asked.request().toolCall()))
                    .list("options", asked.request().options(), ContentJson::option));
        }
        if (body instanceof EntryBody.PermissionAnswered answered) {
            return Optional.of(Fields.typed("permission_answered")
                    .put("id", answered.id())
                    .putNullable("option", answered.option().map(ContentJson::option))
                    .put("by", answered.by()));
        }
        if (body instanceof EntryBody.QuestionAsked asked) {
            return Optional.of(Fields.typed("question_asked").all(QuestionJson.question(asked.question())));
        }
        if (body instanceof EntryBody.QuestionAnswered answered) {
            Fields fields = Fields.typed("question_answered").put("id", answered.id());
            QuestionJson.answer(fields, answered.answer());
            return Optional.of(fields.put("by", answered.by()));
        }
        throw new IllegalArgumentException("no JSON for " + body.getClass());
    }

    private Optional<Fields> event(AgentEvent event) {
        if (event instanceof AgentEvent.MessageChunk chunk) {
            return Optional.of(delta(Fields.typed("message").put("role", chunk.role()), chunk.delta())
                    .put("messageId", chunk.messageId()));
        }
        if (event instanceof AgentEvent.ThoughtChunk chunk) {
            Fields fields = Fields.typed("thought");
            chunk.delta().ifPresent(block -> delta(fields, block));
            return Optional.of(fields.put("tokens", chunk.tokens()));
        }
        if (event instanceof AgentEvent.ToolCallUpdate update) {
            return Optional.of(Fields.typed("tool_call").all(ContentJson.toolCall(update.call())));
        }
        if (event instanceof AgentEvent.PlanUpdate plan) {
            return Optional.of(Fields.typed("plan")
                    .list(
                            "entries",
                            plan.entries(),
                            step -> new Fields()
                                    .put("text", step.text())
                                    .put("priority", step.priority())
                                    .put("status", step.status())
                                    .node()));
        }
        if (event instanceof AgentEvent.UsageUpdate update) {
            return Optional.of(Fields.typed("usage").all(FactsJson.usage(update.usage())));
        }
        if (event instanceof AgentEvent.StateUpdate update) {
            return Optional.of(Fields.typed("state").all(FactsJson.state(update.state())));
        }
        if (event instanceof AgentEvent.SessionBound bound) {
            return Optional.of(
                    Fields.typed("session").all(whose(Optional.of(bound.id().value()))));
        }
        if (event instanceof AgentEvent.Notice notice) {
            return Optional.of(notice(notice.level(), notice.text(), "agent"));
        }
        if (event instanceof AgentEvent.Extension extension) {
            return Optional.of(Fields.typed("extension")
                    .put("name", extension.name())
                    .put("payload", Json.parse(extension.payload())));
        }
        if (event instanceof AgentEvent.Replayed) {
            return Optional.empty();
        }
        throw new IllegalArgumentException("no JSON for " + event.getClass());
    }

    /** Text as {@code text}, anything else as {@code content}. */
    private static Fields delta(Fields fields, ContentBlock block) {
        return block instanceof ContentBlock.Text text
                ? fields.put("text", text.text())
                : fields.put("content", ContentJson.block(block));
    }

    private static Fields notice(AgentEvent.Notice.Level level, String text, String source) {
        return Fields.typed("notice").put("level", level).put("text", text).put("source", source);
    }

    private ObjectNode whose(Optional<String> agentSession) {
        return new Fields()
                .put("agent", agent.value())
                .put("engine", engine.value())
                .putNullable("agentSession", agentSession.map(NODES::stringNode))
                .node();
    }

    /** The first line of a stream, which no entry stands for: {@code seq} and {@code turn} are 0. */
    public ObjectNode opened(Optional<String> agentSession, ObjectNode more) {
        toldAgentSession = agentSession;
        return head("session", Optional.of(session))
                .all(whose(agentSession))
                .all(more)
                .node();
    }

    /** A failure before any turn, with or without a session. */
    public static ObjectNode failed(Optional<SessionKey> session, TurnError error, int exitCode) {
        return failed(session, error(error), exitCode);
    }

    /** A failure of the host's own before any turn. */
    public static ObjectNode failed(String message, int exitCode) {
        return failed(
                Optional.empty(),
                new Fields().put("code", "internal").put("message", message).node(),
                exitCode);
    }

    private static ObjectNode failed(Optional<SessionKey> session, ObjectNode error, int exitCode) {
        return head("error", session)
                .put("exitCode", exitCode)
                .put("error", error)
                .node();
    }

    private static Fields head(String type, Optional<SessionKey> session) {
        return new Fields()
                .put("seq", 0)
                .put("type", type)
                .putNullable("session", session.map(key -> NODES.stringNode(key.value())))
                .put("turn", 0);
    }

    /** What was used, as far as told. */
    public static ObjectNode usage(Usage usage) {
        return FactsJson.usage(usage);
    }

    /** A turn's report; all fields are always there. */
    public static ObjectNode report(TurnReport report) {
        return new Fields()
                .put("outcome", report.outcome().word())
                .putNullable("stopReason", report.stopReason().map(EntryJson::reason))
                .put("exitCode", report.exitCode())
                .put("text", report.text())
                .putNullable("usage", report.usage().map(FactsJson::usage))
                .put("denied", report.denied())
                .put("unanswered", report.unanswered())
                .put("unapproved", report.unapproved())
                .put("durationMs", report.duration().toMillis())
                .putNullable("error", report.error().map(EntryJson::error))
                .node();
    }

    private static JsonNode reason(StopReason reason) {
        return NODES.stringNode(Fields.word(reason));
    }

    private static ObjectNode error(TurnError error) {
        Fields fields = new Fields().put("code", error.code()).put("message", error.message());
        error.peerCode().ifPresent(code -> fields.put("peerCode", code));
        return fields.putText("peerMessage", error.peerMessage())
                .raw("peerData", error.peerData())
                .putText("stderr", error.stderrTail())
                .node();
    }
}
