package dev.termal.host.json;

import dev.termal.api.Answer;
import dev.termal.api.Question;
import java.math.BigDecimal;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Questions and answers from the JSON of {@link QuestionJson}. */
final class QuestionReader {
    private QuestionReader() {}

    static Question question(JsonFields json) {
        return new Question(
                json.optional("id").orElse("?"),
                json.text("title"),
                json.text("text"),
                json.list("fields", QuestionReader::field),
                json.optional("url").map(URI::create),
                json.flag("declinable"));
    }

    private static Question.Field field(JsonFields json) {
        return new Question.Field(
                json.optional("id").orElse("?"),
                json.text("label"),
                json.text("description"),
                json.word("kind", Question.Type.class, Question.Type.TEXT),
                json.flag("multiple"),
                json.list(
                        "choices",
                        choice -> new Question.Choice(
                                choice.text("value"), choice.text("label"), choice.text("description"))),
                json.flag("required"),
                json.texts("defaults"),
                new Question.Bounds(
                        json.integer("minLength"),
                        json.integer("maxLength"),
                        number(json, "minimum"),
                        number(json, "maximum"),
                        json.integer("minItems"),
                        json.integer("maxItems"),
                        json.optional("pattern"),
                        json.flag("integer")));
    }

    private static Optional<BigDecimal> number(JsonFields json, String name) {
        return json.node().path(name).isNumber()
                ? Optional.of(json.node().path(name).decimalValue())
                : Optional.empty();
    }

    static Answer answer(JsonFields json) {
        return switch (json.text("answer")) {
            case "accepted" -> new Answer.Accepted(values(json));
            case "declined" -> new Answer.Declined(json.text("reason"));
            default -> new Answer.Cancelled();
        };
    }

    private static Map<String, List<String>> values(JsonFields json) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        json.object("values")
                .ifPresent(all -> all.node().propertyNames().forEach(name -> values.put(name, all.texts(name))));
        return values;
    }
}
