package dev.termal.api;

import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Something that an agent wants to know from a person.
 *
 * @param id unique in its session
 * @param title a short heading; may be empty
 * @param text what is asked, in Markdown
 * @param fields what is to be filled in; empty where consent or a visit of {@code url} is all that is wanted
 * @param url a page that the person shall visit; shown whole, never fetched by the host
 * @param declinable whether the person may say no
 */
public record Question(
        String id, String title, String text, List<Field> fields, Optional<URI> url, boolean declinable) {

    /** Refuses a blank id with an {@link IllegalArgumentException}; copies its list. */
    public Question {
        Checks.text("question id", id);
        fields = List.copyOf(fields);
    }

    /** What a field takes. */
    public enum Type {
        /** Text. */
        TEXT,
        /** Text that is not shown and not stored. */
        SECRET,
        /** A number. */
        NUMBER,
        /** Yes or no. */
        BOOLEAN,
        /** One of the choices, or several. */
        CHOICE
    }

    /** One value to choose. */
    public record Choice(String value, String label, String description) {}

    /** What a value must keep to; each part is optional. Lengths in characters, counts in choices. */
    public record Bounds(
            OptionalInt minLength,
            OptionalInt maxLength,
            Optional<BigDecimal> minimum,
            Optional<BigDecimal> maximum,
            OptionalInt minItems,
            OptionalInt maxItems,
            Optional<String> pattern,
            boolean integer) {
        /** No bound. */
        public static final Bounds NONE = new Bounds(
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                false);
    }

    /**
     * One thing to fill in.
     *
     * @param multiple whether several choices may be taken
     * @param defaults what to suggest: one value, or several where {@code multiple}; may be empty
     */
    public record Field(
            String id,
            String label,
            String description,
            Type type,
            boolean multiple,
            List<Choice> choices,
            boolean required,
            List<String> defaults,
            Bounds bounds) {
        /** Refuses a blank id with an {@link IllegalArgumentException}; copies its lists. */
        public Field {
            Checks.text("field id", id);
            choices = List.copyOf(choices);
            defaults = List.copyOf(defaults);
        }

        /** A field for one text that must be given. */
        public static Field text(String id, String label) {
            return new Field(id, label, "", Type.TEXT, false, List.of(), true, List.of(), Bounds.NONE);
        }

        /** A field for one of these choices. */
        public static Field choice(String id, String label, List<Choice> choices) {
            return new Field(id, label, "", Type.CHOICE, false, choices, true, List.of(), Bounds.NONE);
        }
    }
}
