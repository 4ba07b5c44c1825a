package dev.termal.testkit;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.LineDialect;
import dev.termal.api.spi.LineDialect.Output;
import dev.termal.api.spi.LineDialect.Said;
import dev.termal.api.spi.LineDialect.TurnEnd;
import java.util.List;

/** What a {@link LineDialect} made of an agent's lines, as tests compare it. */
public final class DialectOutputs {
    private DialectOutputs() {}

    /** All that a dialect makes of these lines. */
    public static List<Output> of(LineDialect dialect, List<String> lines) {
        return lines.stream().flatMap(line -> dialect.onLine(line).stream()).toList();
    }

    /**
     * A text for each: {@code text …}, {@code thought …}, {@code tool TITLE KIND STATUS}, {@code bound ID}, {@code notice LEVEL
     * …}, {@code plan a | b}, {@code extension NAME}, {@code end STOP_REASON}, {@code end ERROR_CODE message}.
     */
    public static List<String> words(List<Output> outputs) {
        return outputs.stream().map(DialectOutputs::words).toList();
    }

    private static String words(Output output) {
        if (output instanceof TurnEnd end) {
            return "end "
                    + end.stopReason()
                            .map(Enum::name)
                            .orElseGet(() -> end.error().map(Enum::name).orElse("") + " " + end.message());
        }
        AgentEvent event = ((Said) output).event();
        if (event instanceof ToolCallUpdate update) {
            ToolCall call = update.call();
            return "tool " + call.title() + " " + call.kind() + " " + call.status();
        }
        return Words.of(event);
    }

    /** The events among them. */
    public static List<AgentEvent> events(List<Output> outputs) {
        return outputs.stream()
                .filter(Said.class::isInstance)
                .map(output -> ((Said) output).event())
                .toList();
    }

    /** How a tool call was told last; fails where none was. */
    public static ToolCall lastCall(List<Output> outputs) {
        return events(outputs).stream()
                .filter(ToolCallUpdate.class::isInstance)
                .map(event -> ((ToolCallUpdate) event).call())
                .reduce((first, second) -> second)
                .orElseThrow(() -> new AssertionError("no tool call in " + words(outputs)));
    }
}
