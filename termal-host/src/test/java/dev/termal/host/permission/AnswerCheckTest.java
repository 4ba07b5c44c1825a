package dev.termal.host.permission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.Answer;
import dev.termal.api.Question;
import dev.termal.api.Question.Bounds;
import dev.termal.api.Question.Choice;
import dev.termal.api.Question.Field;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerCheckTest {
    private static Field field(Question.Type type, boolean multiple, boolean required, Bounds bounds) {
        List<Choice> choices = type == Question.Type.CHOICE
                ? List.of(new Choice("a", "A", ""), new Choice("b", "B", ""), new Choice("c", "C", ""))
                : List.of();
        return new Field("f", "Label", "", type, multiple, choices, required, List.of(), bounds);
    }

    private static Bounds lengths(int min, int max) {
        return new Bounds(
                OptionalInt.of(min),
                OptionalInt.of(max),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                false);
    }

    private static Bounds range(String min, String max, boolean integer) {
        return new Bounds(
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.of(new BigDecimal(min)),
                Optional.of(new BigDecimal(max)),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                integer);
    }

    private static Bounds items(int min, int max) {
        return new Bounds(
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.of(min),
                OptionalInt.of(max),
                Optional.empty(),
                false);
    }

    private static Bounds pattern(String pattern) {
        return new Bounds(
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.of(pattern),
                false);
    }

    private static String problem(Field field, String... values) {
        Question question = new Question("q", "", "?", List.of(field), Optional.empty(), true);
        return AnswerCheck.problem(question, new Answer.Accepted(Map.of("f", List.of(values))))
                .orElse("");
    }

    @Test
    void aRequiredFieldMustBeGivenAnOptionalOneNeedNot() {
        assertEquals("Label (f): must be given", problem(field(Question.Type.TEXT, false, true, Bounds.NONE)));
        assertEquals("", problem(field(Question.Type.TEXT, false, false, Bounds.NONE)));
    }

    @Test
    void aFieldThatIsNotThereIsNamedWithThoseThatAre() {
        Question question = new Question("q", "", "?", List.of(Field.text("f", "F")), Optional.empty(), true);
        assertEquals(
                Optional.of("there is no field g; fields: f"),
                AnswerCheck.problem(question, new Answer.Accepted(Map.of("g", List.of("x")))));
    }

    @Test
    void lengthsCountCharactersNotCodeUnits() {
        Field two = field(Question.Type.TEXT, false, true, lengths(2, 2));
        assertEquals("", problem(two, "\uD83D\uDE00\uD83D\uDE00"));
        assertTrue(problem(two, "\uD83D\uDE00").contains("at least 2"));
        assertTrue(problem(two, "abc").contains("at most 2"));
    }

    @ParameterizedTest
    @CsvSource({"1,''", "10,''", "0.5,at least 1", "10.01,at most 10", "x,must be a number", "'',must be a number"})
    void numbersKeepToTheirRange(String value, String problem) {
        assertTrue(problem(field(Question.Type.NUMBER, false, true, range("1", "10", false)), value)
                .contains(problem));
        assertEquals(
                problem.isEmpty(),
                problem(field(Question.Type.NUMBER, false, true, range("1", "10", false)), value)
                        .isEmpty());
    }

    @Test
    void wholeNumbersMayBeWrittenInAnyWay() {
        Field whole = field(Question.Type.NUMBER, false, true, range("0", "100", true));
        assertEquals("", problem(whole, "7"));
        assertEquals("", problem(whole, "7.0"));
        assertEquals("", problem(whole, "1e1"));
        assertTrue(problem(whole, "7.5").contains("whole number"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "1", "TRUE", ""})
    void yesAndNoAreWrittenInOneWay(String value) {
        Field flag = field(Question.Type.BOOLEAN, false, true, Bounds.NONE);
        assertEquals("", problem(flag, "true"));
        assertEquals("", problem(flag, "false"));
        assertTrue(problem(flag, value).contains("true or false"));
    }

    @Test
    void choicesAreAmongThoseOfferedAndOneUnlessSeveralAreTaken() {
        Field one = field(Question.Type.CHOICE, false, true, Bounds.NONE);
        assertEquals("", problem(one, "b"));
        assertTrue(problem(one, "d").contains("a, b, c"));
        assertTrue(problem(one, "a", "b").contains("one value"));
        Field several = field(Question.Type.CHOICE, true, true, items(2, 2));
        assertEquals("", problem(several, "a", "b"));
        assertTrue(problem(several, "a").contains("at least 2"));
        assertTrue(problem(several, "a", "b", "c").contains("at most 2"));
        assertTrue(problem(several, "a", "a").contains("twice"));
    }

    @Test
    void patternsAreLookedForAnywhere() {
        Field digits = field(Question.Type.TEXT, false, true, pattern("^\\d+$"));
        assertEquals("", problem(digits, "123"));
        assertTrue(problem(digits, "12a").contains("pattern"));
        assertEquals("", problem(field(Question.Type.TEXT, false, true, pattern("b")), "abc"));
    }

    @Test
    @Timeout(60)
    void aPatternThatCannotBeReadOrNeverEndsIsLeftToTheAgent() {
        assertEquals("", problem(field(Question.Type.TEXT, false, true, pattern("(")), "x"));
        assertEquals(
                "", problem(field(Question.Type.TEXT, false, true, pattern("^(a|aa)+\\1$")), "a".repeat(60) + "!"));
    }
}
