package dev.termal.host.permission;

import dev.termal.api.Answer;
import dev.termal.api.Question;
import dev.termal.api.Question.Bounds;
import dev.termal.api.Question.Choice;
import dev.termal.api.Question.Field;
import dev.termal.host.event.PresetAnswer;
import dev.termal.host.text.MeteredText;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** Whether an answer fits its question. Pure; the problems are for a person to read and name the field. */
final class AnswerCheck {
    private static final int PATTERN_READS = 1_000_000; // characters

    private AnswerCheck() {}

    /** What is wrong with an answer; empty where it fits. */
    static Optional<String> problem(Question question, Answer answer) {
        if (answer instanceof Answer.Declined && !question.declinable()) {
            return Optional.of("this question cannot be declined, only answered or cancelled");
        }
        if (!(answer instanceof Answer.Accepted accepted)) {
            return Optional.empty();
        }
        for (String id : accepted.values().keySet()) {
            if (question.fields().isEmpty()) {
                return Optional.of("there is nothing to fill in: true accepts it, false declines it");
            }
            if (id.isEmpty()) {
                return Optional.of("it does not say which field it is for; name one of " + ids(question));
            }
            if (question.fields().stream().noneMatch(field -> field.id().equals(id))) {
                return Optional.of("there is no field " + id + "; fields: " + ids(question));
            }
        }
        for (Field field : question.fields()) {
            Optional<String> problem = problem(field, accepted.values().getOrDefault(field.id(), List.of()));
            if (problem.isPresent()) {
                return Optional.of(name(field) + ": " + problem.get());
            }
        }
        return Optional.empty();
    }

    private static String ids(Question question) {
        return question.fields().stream().map(Field::id).collect(Collectors.joining(", "));
    }

    private static String name(Field field) {
        return field.label().isBlank() ? field.id() : field.label() + " (" + field.id() + ")";
    }

    private static Optional<String> problem(Field field, List<String> values) {
        if (values.isEmpty()) {
            return field.required() ? Optional.of("must be given") : Optional.empty();
        }
        if (values.size() > 1 && !field.multiple()) {
            return Optional.of("takes one value, not " + values.size());
        }
        Bounds bounds = field.bounds();
        if (bounds.minItems().isPresent() && values.size() < bounds.minItems().getAsInt()) {
            return Optional.of("takes at least " + bounds.minItems().getAsInt() + " choices");
        }
        if (bounds.maxItems().isPresent() && values.size() > bounds.maxItems().getAsInt()) {
            return Optional.of("takes at most " + bounds.maxItems().getAsInt() + " choices");
        }
        if (values.size() != new LinkedHashSet<>(values).size()) {
            return Optional.of("names a choice twice");
        }
        return values.stream().flatMap(value -> problem(field, value).stream()).findFirst();
    }

    private static Optional<String> problem(Field field, String value) {
        return switch (field.type()) {
            case TEXT, SECRET -> textProblem(field.bounds(), value);
            case NUMBER -> numberProblem(field.bounds(), value);
            case BOOLEAN ->
                value.equals("true") || value.equals("false") ? Optional.empty() : Optional.of("must be true or false");
            case CHOICE ->
                field.choices().stream().anyMatch(choice -> choice.value().equals(value))
                        ? Optional.empty()
                        : Optional.of("must be one of "
                                + field.choices().stream().map(Choice::value).collect(Collectors.joining(", ")));
        };
    }

    private static Optional<String> textProblem(Bounds bounds, String value) {
        int length = value.codePointCount(0, value.length());
        if (bounds.minLength().isPresent() && length < bounds.minLength().getAsInt()) {
            return Optional.of("must have at least " + bounds.minLength().getAsInt() + " characters");
        }
        if (bounds.maxLength().isPresent() && length > bounds.maxLength().getAsInt()) {
            return Optional.of("must have at most " + bounds.maxLength().getAsInt() + " characters");
        }
        return bounds.pattern()
                .filter(pattern -> !matches(pattern, value))
                .map(pattern -> "must match the pattern " + pattern);
    }

    /** A pattern that cannot be read here, or takes too long, is left to the agent, which checks for itself. */
    private static boolean matches(String pattern, String value) {
        try {
            return Pattern.compile(pattern)
                    .matcher(new MeteredText(value, PATTERN_READS))
                    .find();
        } catch (PatternSyntaxException | MeteredText.UsedUp | StackOverflowError e) {
            return true;
        }
    }

    private static Optional<String> numberProblem(Bounds bounds, String value) {
        BigDecimal number;
        try {
            number = new BigDecimal(value);
        } catch (NumberFormatException e) {
            return Optional.of("must be a number");
        }
        if (bounds.integer()
                && number.signum() != 0
                && number.stripTrailingZeros().scale() > 0) {
            return Optional.of("must be a whole number");
        }
        if (bounds.minimum().isPresent() && number.compareTo(bounds.minimum().get()) < 0) {
            return Optional.of("must be at least " + bounds.minimum().get().toPlainString());
        }
        if (bounds.maximum().isPresent() && number.compareTo(bounds.maximum().get()) > 0) {
            return Optional.of("must be at most " + bounds.maximum().get().toPlainString());
        }
        return Optional.empty();
    }

    /**
     * The answer that one given beforehand makes: a single value under no id fills the matching, or the only, field. Where
     * there is none, as with a plan, true accepts and false declines.
     */
    static Answer fill(Question question, PresetAnswer preset) {
        List<String> loose = preset.values().get("");
        if (preset.values().size() != 1 || loose == null) {
            return new Answer.Accepted(preset.values());
        }
        if (question.fields().isEmpty() && loose.equals(List.of("false"))) {
            return new Answer.Declined("");
        }
        if (question.fields().isEmpty() && loose.equals(List.of("true"))) {
            return new Answer.Accepted(Map.of());
        }
        List<Field> candidates = question.fields().stream()
                .filter(field -> preset.field()
                        .map(name -> name.equals(field.id()) || name.equals(field.label()))
                        .orElse(true))
                .toList();
        return new Answer.Accepted(
                candidates.size() == 1 ? Map.of(candidates.get(0).id(), loose) : preset.values());
    }

    /** The same less the values of secret fields. */
    static Answer withoutSecrets(Question question, Answer answer) {
        if (!(answer instanceof Answer.Accepted accepted)) {
            return answer;
        }
        Map<String, List<String>> shown = new LinkedHashMap<>(accepted.values());
        question.fields().stream()
                .filter(field -> field.type() == Question.Type.SECRET)
                .forEach(field -> shown.remove(field.id()));
        return new Answer.Accepted(shown);
    }
}
