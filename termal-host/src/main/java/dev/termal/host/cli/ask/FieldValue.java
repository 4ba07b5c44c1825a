package dev.termal.host.cli.ask;

import dev.termal.api.Question;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What a person typed for a field of a question, checked. */
final class FieldValue {
    private FieldValue() {}

    /** The values, none where the field is left out; an {@link IllegalArgumentException} says what is wrong. */
    static List<String> parse(Question.Field field, String typed) {
        if (typed.isEmpty()) {
            if (!field.defaults().isEmpty()) {
                return field.defaults();
            }
            return require(!field.required(), "An answer is needed.", List.of());
        }
        return switch (field.type()) {
            case BOOLEAN ->
                List.of(String.valueOf(
                        yesOrNo(typed).orElseThrow(() -> new IllegalArgumentException("Answer y or n."))));
            case NUMBER -> List.of(number(field.bounds(), typed));
            case CHOICE -> choices(field, typed);
            case TEXT, SECRET -> List.of(text(field.bounds(), typed));
        };
    }

    static Optional<Boolean> yesOrNo(String typed) {
        return switch (typed.toLowerCase(Locale.ROOT)) {
            case "y", "yes", "true" -> Optional.of(true);
            case "n", "no", "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private static String number(Question.Bounds bounds, String typed) {
        BigDecimal value;
        try {
            value = new BigDecimal(typed);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("That is not a number, such as 3 or 2.5.", notANumber);
        }
        if (value.precision() > 50 || Math.abs(value.scale()) > 50) {
            throw new IllegalArgumentException("That number is too long.");
        }
        boolean whole = value.stripTrailingZeros().scale() <= 0;
        require(!bounds.integer() || whole, "A whole number is needed.", value);
        bounds.minimum().ifPresent(least -> require(value.compareTo(least) >= 0, "At least " + least + ".", value));
        bounds.maximum().ifPresent(most -> require(value.compareTo(most) <= 0, "At most " + most + ".", value));
        return value.toPlainString();
    }

    private static String text(Question.Bounds bounds, String typed) {
        bounds.minLength().ifPresent(n -> require(typed.length() >= n, "At least " + n + " characters.", typed));
        bounds.maxLength().ifPresent(n -> require(typed.length() <= n, "At most " + n + " characters.", typed));
        bounds.pattern().ifPresent(pattern -> require(matches(pattern, typed), "It must match " + pattern, typed));
        return typed;
    }

    private static boolean matches(String pattern, String typed) {
        try {
            return Pattern.compile(pattern).matcher(typed).find();
        } catch (PatternSyntaxException anotherDialect) {
            return true; // patterns come from other languages; the agent checks for itself
        }
    }

    private static List<String> choices(Question.Field field, String typed) {
        String[] words = field.multiple() ? typed.split(",") : new String[] {typed};
        List<String> values = new ArrayList<>();
        for (String word : words) {
            String value = choice(field, word.strip());
            if (!values.contains(value)) {
                values.add(value);
            }
        }
        field.bounds().minItems().ifPresent(n -> require(values.size() >= n, "At least " + n + " of them.", values));
        field.bounds().maxItems().ifPresent(n -> require(values.size() <= n, "At most " + n + " of them.", values));
        return values;
    }

    /** By value or label first, so that a choice may itself be a number. */
    private static String choice(Question.Field field, String word) {
        for (Question.Choice choice : field.choices()) {
            if (word.equals(choice.value()) || word.equalsIgnoreCase(choice.label())) {
                return choice.value();
            }
        }
        for (int i = 0; i < field.choices().size(); i++) {
            if (word.equals(String.valueOf(i + 1))) {
                return field.choices().get(i).value();
            }
        }
        throw new IllegalArgumentException(
                "Choose by number, 1 to " + field.choices().size() + ".");
    }

    private static <T> T require(boolean holds, String otherwise, T value) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
        return value;
    }
}
