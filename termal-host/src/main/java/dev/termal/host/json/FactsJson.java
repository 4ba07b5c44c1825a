package dev.termal.host.json;

import dev.termal.api.SessionState;
import dev.termal.api.Usage;
import java.time.Duration;
import java.util.OptionalLong;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What is known of a session and what it used, as JSON. */
public final class FactsJson {
    private FactsJson() {}

    /** What was used. */
    public static ObjectNode usage(Usage usage) {
        Fields fields = new Fields()
                .put("inputTokens", usage.inputTokens())
                .put("outputTokens", usage.outputTokens())
                .put("thoughtTokens", usage.thoughtTokens())
                .put("cachedReadTokens", usage.cachedReadTokens())
                .put("cachedWriteTokens", usage.cachedWriteTokens())
                .put("totalTokens", usage.totalTokens())
                .put("contextUsed", usage.contextUsed())
                .put("contextSize", usage.contextSize());
        usage.cost().ifPresent(cost -> fields.put("cost", cost(cost)));
        fields.put("durationMs", millis(usage)).put("toolCalls", usage.toolCalls());
        if (!usage.perModel().isEmpty()) {
            ObjectNode models = JsonNodeFactory.instance.objectNode();
            usage.perModel().forEach((model, used) -> models.set(model, usage(used)));
            fields.put("models", models);
        }
        return fields.node();
    }

    private static ObjectNode cost(Usage.Cost cost) {
        return new Fields()
                .put("amount", JsonNodeFactory.instance.numberNode(cost.amount()))
                .put("currency", cost.currency())
                .node();
    }

    private static OptionalLong millis(Usage usage) {
        return usage.duration().map(Duration::toMillis).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    /** What is known of a session, whole. */
    public static ObjectNode state(SessionState state) {
        return new Fields()
                .put("title", state.title())
                .put("mode", state.mode())
                .list("modes", state.modes(), FactsJson::mode)
                .list("options", state.options(), FactsJson::option)
                .list("commands", state.commands(), FactsJson::command)
                .node();
    }

    private static ObjectNode mode(SessionState.Mode mode) {
        return new Fields()
                .put("id", mode.id())
                .put("name", mode.name())
                .putText("description", mode.description())
                .node();
    }

    private static ObjectNode option(SessionState.Option option) {
        return new Fields()
                .put("id", option.id())
                .put("name", option.name())
                .putText("description", option.description())
                .put("category", option.category())
                .put("kind", option.type())
                .put("value", option.value())
                .list("choices", option.choices(), FactsJson::choice)
                .node();
    }

    private static ObjectNode choice(SessionState.Choice choice) {
        return new Fields()
                .put("value", choice.value())
                .put("name", choice.name())
                .putText("description", choice.description())
                .putText("group", choice.group())
                .node();
    }

    private static ObjectNode command(SessionState.Command command) {
        return new Fields()
                .put("name", command.name())
                .putText("description", command.description())
                .put("hint", command.hint())
                .node();
    }
}
