package dev.termal.engine.streamjson;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.PlanUpdate;
import dev.termal.api.AgentEvent.SessionBound;
import dev.termal.api.AgentEvent.StateUpdate;
import dev.termal.api.AgentEvent.ThoughtChunk;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.ErrorCode;
import dev.termal.api.PlanEntry;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionState;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.Usage;
import dev.termal.api.spi.LineDialect;
import dev.termal.api.spi.ProcessExit;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tests' own dialect: words apart by tabs, each encoded so that it holds no tab. */
final class TabDialect implements LineDialect {
    private final boolean promptsByLine;
    private final Map<String, ToolCall> calls = new HashMap<>();
    private Optional<Usage> usage = Optional.empty();

    TabDialect(boolean promptsByLine) {
        this.promptsByLine = promptsByLine;
    }

    static String line(String... words) {
        return String.join(
                "\t",
                Arrays.stream(words)
                        .map(word -> URLEncoder.encode(word, StandardCharsets.UTF_8))
                        .toList());
    }

    @Override
    public void beginTurn(Prompt prompt) {
        usage = Optional.empty();
    }

    @Override
    public Optional<String> promptLine(Prompt prompt) {
        return promptsByLine ? Optional.of(line("prompt", prompt.text())) : Optional.empty();
    }

    @Override
    public List<Output> onLine(String line) {
        List<String> words;
        try {
            words = Arrays.stream(line.split("\t", -1))
                    .map(word -> URLDecoder.decode(word, StandardCharsets.UTF_8))
                    .toList();
        } catch (IllegalArgumentException e) {
            return List.of();
        }
        return switch (words.get(0)) {
            case "session" -> said(new SessionBound(new SessionId(words.get(1))));
            case "say" -> said(MessageChunk.text(words.get(1)));
            case "think" -> said(ThoughtChunk.text(words.get(1)));
            case "plan" -> said(plan(words.subList(1, words.size())));
            case "tool" ->
                said(call(ToolCall.builder(words.get(1))
                        .title(words.get(2))
                        .kind(ToolCall.Kind.valueOf(words.get(3)))
                        .status(ToolCall.Status.IN_PROGRESS)
                        .build()));
            case "tool-end" ->
                said(call(calls.get(words.get(1)).toBuilder()
                        .status(ToolCall.Status.valueOf(words.get(2)))
                        .build()));
            case "usage" -> {
                usage = Optional.of(Usage.builder()
                        .inputTokens(Long.parseLong(words.get(1)))
                        .outputTokens(Long.parseLong(words.get(2)))
                        .build());
                yield List.of();
            }
            case "command" ->
                said(new StateUpdate(new SessionState(
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(new SessionState.Command(words.get(1), "", Optional.empty())))));
            case "end" -> List.of(TurnEnd.of(StopReason.valueOf(words.get(1)), usage));
            case "fail" -> List.of(TurnEnd.failed(ErrorCode.AGENT_ERROR, words.get(1)));
            case "throw" -> throw new IllegalStateException("a dialect with a bug");
            default -> List.of();
        };
    }

    private static PlanUpdate plan(List<String> steps) {
        return new PlanUpdate(steps.stream()
                .map(text -> new PlanEntry(text, PlanEntry.Priority.MEDIUM, PlanEntry.Status.IN_PROGRESS))
                .toList());
    }

    private AgentEvent call(ToolCall call) {
        calls.put(call.id(), call);
        return new ToolCallUpdate(call);
    }

    private static List<Output> said(AgentEvent event) {
        return List.of(new Said(event));
    }

    /** 42 is an unknown session, 130 a cancelled turn; any other code than 0 is a failure. */
    @Override
    public TurnEnd onExit(ProcessExit exit, String stderrTail, boolean endSeen) {
        return switch (exit.code()) {
            case 0 -> TurnEnd.of(StopReason.END_TURN, Optional.empty());
            case 42 -> TurnEnd.failed(ErrorCode.SESSION_NOT_FOUND, "no such session");
            case 130 -> TurnEnd.of(StopReason.CANCELLED, Optional.empty());
            default -> TurnEnd.failed(endSeen ? ErrorCode.AGENT_ERROR : ErrorCode.AGENT_EXITED, "");
        };
    }
}
