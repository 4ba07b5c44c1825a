package dev.termal.agent.antigravity;

import dev.termal.agent.antigravity.OpenFacts.Tokens;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Extension;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.AgentEvent.SessionBound;
import dev.termal.api.AgentEvent.ThoughtChunk;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.Prompt;
import dev.termal.api.RawJson;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.Usage;
import dev.termal.api.spi.LineDialect;
import dev.termal.api.spi.ProcessExit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The events of the Antigravity CLI's {@code --output-format stream-json}, from reports of builds of 2026. What an event tells
 * stands under the event's own name or, in older builds, beside it. For one thread.
 */
final class AntigravityDialect implements LineDialect {
    private final Optional<SessionId> resumed;
    private final AntigravityTokens tokens;
    private final AntigravityToolCalls calls;
    private final Thinking thinking = new Thinking();
    private final Denials denials = new Denials();
    private Optional<String> conversation = Optional.empty();
    private Optional<TurnEnd> end = Optional.empty();
    private boolean saidAnything;

    /** A dialect of a process that was asked to go on with a conversation, or with none. */
    AntigravityDialect(Optional<SessionId> resumed, Tokens counted, AntigravityToolCalls calls) {
        this.resumed = resumed;
        this.calls = calls;
        tokens = new AntigravityTokens(counted);
    }

    @Override
    public void beginTurn(Prompt prompt) {
        saidAnything = false;
        end = Optional.empty();
        calls.beginTurn();
    }

    @Override
    public Optional<String> promptLine(Prompt prompt) {
        ObjectNode line = JsonMapper.shared().createObjectNode().put("event", "user");
        line.putObject("message").put("role", "user").put("content", prompt.text());
        return Optional.of(line.toString());
    }

    @Override
    public List<Output> onLine(String line) {
        List<Output> outputs = new ArrayList<>();
        JsonLines.objects(line).forEach(event -> understand(event, outputs));
        return outputs;
    }

    private void understand(ObjectNode event, List<Output> outputs) {
        String name = JsonLines.word(event.path("event")).orElseGet(() -> unnamed(event));
        ObjectNode told = event.path(name) instanceof ObjectNode inner ? inner : event;
        switch (name) {
            case "init" -> bind(event, told, outputs);
            case "step_update" -> {
                bind(event, told, outputs);
                step(told, event, outputs);
            }
            case "result" -> {
                Optional<SessionId> asked = askedFor(); // an error may name it, too
                bind(event, told, outputs);
                result(told, asked, outputs);
            }
            default -> unknown(name, event, outputs);
        }
    }

    /** What an event without a name is, by what it holds. */
    private static String unnamed(ObjectNode event) {
        return event.path("step_type").isString()
                ? "step_update"
                : event.path("status").isString() ? "result" : "";
    }

    /** The first id that a process tells is the one that it goes by. */
    private void bind(ObjectNode event, ObjectNode told, List<Output> outputs) {
        if (conversation.isEmpty()) {
            conversation = JsonLines.word(told.path("conversation_id"))
                    .or(() -> JsonLines.word(event.path("conversation_id")));
            conversation.ifPresent(id -> say(new SessionBound(new SessionId(id)), outputs));
        }
    }

    /** The conversation that was asked for, as long as the process has not told one. */
    private Optional<SessionId> askedFor() {
        return resumed.filter(id -> conversation.isEmpty());
    }

    private void step(ObjectNode step, ObjectNode event, List<Output> outputs) {
        switch (JsonLines.text(step.path("step_type"))) {
            case "agent_response" -> response(step, outputs);
            case "tool" -> {
                thinking.ended().ifPresent(thought -> say(thought, outputs));
                say(new ToolCallUpdate(calls.told(step)), outputs);
            }
            case "user_input", "checkpoint" -> {} // the host knows the prompt, and keeps what is to be kept
            default -> unknown("step_update", event, outputs);
        }
    }

    private void response(ObjectNode step, List<Output> outputs) {
        thinking.told(step).ifPresent(thought -> say(thought, outputs));
        String thought = JsonLines.text(step.path("thought_text"));
        if (!thought.isEmpty()) {
            say(ThoughtChunk.text(thought), outputs);
        }
        String text = JsonLines.text(step.path("text_delta"));
        speak(text.isEmpty() ? JsonLines.text(step.path("response_text")) : text, outputs);
    }

    private void speak(String text, List<Output> outputs) {
        if (!text.isEmpty()) {
            saidAnything = true;
            say(MessageChunk.text(text), outputs);
        }
    }

    private void result(ObjectNode result, Optional<SessionId> asked, List<Output> outputs) {
        thinking.ended().ifPresent(thought -> say(thought, outputs));
        String response = JsonLines.text(result.path("response"));
        if (!saidAnything) {
            speak(response, outputs);
        }
        Optional<Usage> usage = tokens.ofTurn(result.path("usage"));
        TurnEnd told = switch (JsonLines.text(result.path("status"))) {
            case "SUCCESS", "OK" -> TurnEnd.of(StopReason.END_TURN, usage);
            case "ERROR" -> {
                String words = words(result.path("error")).orElse(response);
                yield new TurnEnd(Optional.empty(), Optional.of(AntigravityExit.meaning(words, asked)), words, usage);
            }
            default -> TurnEnd.of(StopReason.OTHER, usage);
        };
        end = end.or(() -> Optional.of(told));
        outputs.add(told);
    }

    private static Optional<String> words(JsonNode error) {
        return JsonLines.word(error.isObject() ? error.path("message") : error);
    }

    private static void unknown(String name, ObjectNode event, List<Output> outputs) {
        if (!event.isEmpty()) {
            String kind = name.isEmpty() ? "untyped" : name;
            say(new Extension("antigravity/" + kind, new RawJson(event.toString())), outputs);
        }
    }

    private static void say(AgentEvent event, List<Output> outputs) {
        outputs.add(new Said(event));
    }

    /** What was denied without a question shows in the error output alone; a turn may end well for all that. */
    @Override
    public List<AgentEvent> beforeEnd(TurnEnd told, String stderrTail) {
        Optional<String> denied = denials.news(stderrTail);
        boolean silent =
                !saidAnything && !calls.anyCompleted() && told.stopReason().isPresent();
        if (denied.isEmpty() && !silent) {
            return List.of();
        }
        List<AgentEvent> events = new ArrayList<>();
        denied.ifPresent(words -> events.add(new ToolCallUpdate(calls.denied(words))));
        events.add(new Notice(
                Notice.Level.WARNING,
                denied.orElse("Antigravity ended its turn without a word.")
                        + " Without a terminal it denies by itself what needs a permission: allow it with --permissions auto,"
                        + " or in permissions.allow of ~/.gemini/antigravity-cli/settings.json."));
        return events;
    }

    /** What the CLI told in its last event says more than its exit code, but for a success that the exit code denies. */
    @Override
    public TurnEnd onExit(ProcessExit exit, String stderrTail, boolean endSeen) {
        Optional<TurnEnd> told = end.filter(each -> endSeen);
        return told.isPresent() && (exit.code() == 0 || told.get().error().isPresent())
                ? told.get()
                : AntigravityExit.of(exit, stderrTail, askedFor());
    }
}
