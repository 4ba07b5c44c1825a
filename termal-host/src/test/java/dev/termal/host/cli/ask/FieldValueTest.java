package dev.termal.host.cli.ask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.termal.api.Question;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldValueTest {
    private static Question.Field field(Question.Type type, boolean multiple, boolean required, String... defaults) {
        List<Question.Choice> choices = type == Question.Type.CHOICE
                ? List.of(
                        new Question.Choice("a", "Apple", ""),
                        new Question.Choice("b", "Bread", ""),
                        new Question.Choice("1", "One", ""))
                : List.of();
        Question.Bounds bounds = new Question.Bounds(
                OptionalInt.of(2),
                OptionalInt.of(4),
                Optional.of(BigDecimal.ONE),
                Optional.of(BigDecimal.TEN),
                OptionalInt.empty(),
                OptionalInt.of(2),
                Optional.of("^[a-z]"),
                true);
        return new Question.Field("f", "F", "", type, multiple, choices, required, List.of(defaults), bounds);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "NUMBER, 3, 3",
                "NUMBER, 3.0, 3.0",
                "NUMBER, 3.5, none",
                "NUMBER, 0, none",
                "NUMBER, 11, none",
                "NUMBER, 1e3, none",
                "NUMBER, 1e999999999, none",
                "NUMBER, three, none",
                "BOOLEAN, Y, true",
                "BOOLEAN, no, false",
                "BOOLEAN, maybe, none",
                "TEXT, abc, abc",
                "TEXT, a, none",
                "TEXT, abcde, none",
                "TEXT, 123, none",
                "CHOICE, a, a",
                "CHOICE, bread, b",
                "CHOICE, 2, b",
                "CHOICE, 1, 1",
                "CHOICE, 4, none",
            })
    void valuesKeepToTheirBounds(Question.Type type, String typed, String expected) {
        Question.Field field = field(type, false, true);
        if (expected == null) {
            assertThrows(IllegalArgumentException.class, () -> FieldValue.parse(field, typed));
        } else {
            assertEquals(List.of(expected), FieldValue.parse(field, typed));
        }
    }

    @Test
    void severalChoicesAreApartByCommas() {
        Question.Field field = field(Question.Type.CHOICE, true, true);
        assertEquals(List.of("a", "b"), FieldValue.parse(field, "a, 2, apple"));
        assertThrows(IllegalArgumentException.class, () -> FieldValue.parse(field, "a, b, 1"));
    }

    @Test
    void nothingTypedIsTheDefaultOrNothing() {
        assertEquals(List.of("b"), FieldValue.parse(field(Question.Type.CHOICE, false, true, "b"), ""));
        assertEquals(List.of(), FieldValue.parse(field(Question.Type.TEXT, false, false), ""));
        assertThrows(
                IllegalArgumentException.class, () -> FieldValue.parse(field(Question.Type.TEXT, false, true), ""));
    }
}
