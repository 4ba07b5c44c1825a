package dev.termal.host.json;

import dev.termal.api.Answer;
import dev.termal.api.Question;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Questions and what became of them as JSON. */
final class QuestionJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private QuestionJson() {}

    static ObjectNode question(Question question) {
        return new Fields()
                .put("id", question.id())
                .put("title", question.title())
                .put("text", question.text())
                .list("fields", question.fields(), QuestionJson::field)
                .put("url", question.url().map(Object::toString))
                .put("declinable", question.declinable())
                .node();
    }

    private static ObjectNode field(Question.Field field) {
        return new Fields()
                .put("id", field.id())
                .put("label", field.label())
                .putText("description", field.description())
                .put("kind", field.type())
                .put("multiple", field.multiple())
                .list("choices", field.choices(), QuestionJson::choice)
                .put("required", field.required())
                .texts("defaults", field.defaults())
                .all(bounds(field.bounds()))
                .node();
    }

    private static ObjectNode choice(Question.Choice choice) {
        return new Fields()
                .put("value", choice.value())
                .put("label", choice.label())
                .putText("description", choice.description())
                .node();
    }

    private static ObjectNode bounds(Question.Bounds bounds) {
        Fields fields = new Fields();
        bounds.minLength().ifPresent(n -> fields.put("minLength", n));
        bounds.maxLength().ifPresent(n -> fields.put("maxLength", n));
        bounds.minimum().ifPresent(n -> fields.put("minimum", NODES.numberNode(n)));
        bounds.maximum().ifPresent(n -> fields.put("maximum", NODES.numberNode(n)));
        bounds.minItems().ifPresent(n -> fields.put("minItems", n));
        bounds.maxItems().ifPresent(n -> fields.put("maxItems", n));
        return fields.put("pattern", bounds.pattern())
                .flag("integer", bounds.integer())
                .node();
    }

    /** Puts {@code answer} and what belongs to it. */
    static void answer(Fields fields, Answer answer) {
        if (answer instanceof Answer.Accepted accepted) {
            fields.put("answer", "accepted").put("values", values(accepted.values()));
        } else if (answer instanceof Answer.Declined declined) {
            fields.put("answer", "declined").putText("reason", declined.reason());
        } else if (answer instanceof Answer.Cancelled) {
            fields.put("answer", "cancelled");
        } else {
            throw new IllegalArgumentException("no JSON for " + answer.getClass());
        }
    }

    private static ObjectNode values(Map<String, List<String>> values) {
        Fields fields = new Fields();
        values.forEach(fields::texts);
        return fields.node();
    }
}
