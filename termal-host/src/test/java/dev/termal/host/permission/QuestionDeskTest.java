package dev.termal.host.permission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.Answer;
import dev.termal.api.Question;
import dev.termal.api.Question.Bounds;
import dev.termal.api.Question.Field;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.EntryBody.Decider;
import dev.termal.host.event.PresetAnswer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuestionDeskTest {
    private static final Field SECRET =
            new Field("pin", "PIN", "", Question.Type.SECRET, false, List.of(), true, List.of(), Bounds.NONE);

    private final RecordedJournal journal = new RecordedJournal();

    private QuestionDesk desk(boolean attended, PresetAnswer... presets) {
        return new QuestionDesk(List.of(presets), attended, journal);
    }

    private static Question question(String id, boolean declinable, Field... fields) {
        return new Question(id, "Database", "Which one?", List.of(fields), Optional.empty(), declinable);
    }

    private static PresetAnswer preset(String title, String field, String value) {
        return new PresetAnswer(
                Optional.of(title).filter(t -> !t.isEmpty()),
                Optional.of(field).filter(f -> !f.isEmpty()),
                Map.of("", List.of(value)));
    }

    private static Answer accepted(String field, String... values) {
        return new Answer.Accepted(Map.of(field, List.of(values)));
    }

    private CompletableFuture<Answer> ask(QuestionDesk desk, Question question) {
        return desk.ask(question).toCompletableFuture();
    }

    private EntryBody.QuestionAnswered answer() {
        List<EntryBody.QuestionAnswered> all = journal.of(EntryBody.QuestionAnswered.class);
        assertEquals(1, all.size());
        return all.get(0);
    }

    @Test
    void aPersonAnswers() {
        QuestionDesk desk = desk(true);
        CompletableFuture<Answer> got = ask(desk, question("q", true, Field.text("name", "Name")));
        assertEquals(1, journal.holds.get());
        assertTrue(desk.answer("q", accepted("name", "x")));
        assertEquals(accepted("name", "x"), got.join());
        assertEquals(0, journal.holds.get());
        assertFalse(desk.answer("q", accepted("name", "y")));
    }

    @Test
    void anAnswerThatDoesNotFitIsRefusedAndTheQuestionStaysOpen() {
        QuestionDesk desk = desk(true);
        CompletableFuture<Answer> got = ask(desk, question("q", false, Field.text("name", "Name")));
        assertThrows(IllegalArgumentException.class, () -> desk.answer("q", accepted("nome", "x")));
        assertThrows(IllegalArgumentException.class, () -> desk.answer("q", new Answer.Declined("no")));
        assertFalse(got.isDone());
        assertTrue(desk.answer("q", new Answer.Cancelled()));
    }

    @Test
    void theFirstMatchingAnswerGivenBeforehandIsTaken() {
        QuestionDesk desk =
                desk(true, preset("Colour", "", "red"), preset("Data", "Name", "first"), preset("Data", "", "second"));
        assertEquals(
                accepted("name", "first"),
                ask(desk, question("q", true, Field.text("name", "Name"), optional("note")))
                        .join());
        assertEquals(Decider.PRESET, answer().by());
    }

    @ParameterizedTest
    @CsvSource({"true, Accepted", "false, Declined"})
    void whatHasNothingToFillInIsAcceptedOrDeclinedBeforehand(String value, String answer) {
        Answer got =
                ask(desk(true, preset("", "", value)), question("plan", true)).join();
        assertEquals(answer, got.getClass().getSimpleName());
        assertEquals(Decider.PRESET, answer().by());
    }

    @Test
    void andByNothingElse() {
        ask(desk(false, preset("", "", "yes")), question("plan", true));
        assertTrue(journal.of(EntryBody.HostNotice.class).toString().contains("true accepts it"), journal::toString);
    }

    private static Field optional(String id) {
        return new Field(id, id, "", Question.Type.TEXT, false, List.of(), false, List.of(), Bounds.NONE);
    }

    @Test
    void anAnswerGivenBeforehandThatDoesNotFitIsToldAndLeftToAPerson() {
        QuestionDesk desk = desk(true, preset("", "", "5"));
        Field choice = Field.choice("db", "DB", List.of(new Question.Choice("pg", "Postgres", "")));
        assertFalse(ask(desk, question("q", true, choice)).isDone());
        assertTrue(journal.of(EntryBody.HostNotice.class).get(0).text().contains("must be one of pg"));
    }

    @Test
    void whereNobodyIsThereAQuestionIsDeclinedElseCancelled() {
        assertInstanceOf(
                Answer.Declined.class, ask(desk(false), question("q", true)).join());
        assertEquals(
                new Answer.Cancelled(), ask(desk(false), question("q", false)).join());
        assertTrue(journal.of(EntryBody.QuestionAnswered.class).stream()
                .allMatch(answer -> answer.by() == Decider.POLICY));
    }

    @Test
    void secretsReachTheAgentAndNoEntry() {
        QuestionDesk desk = desk(true);
        CompletableFuture<Answer> got = ask(desk, question("q", true, SECRET));
        desk.answer("q", accepted("pin", "1234"));
        assertEquals(accepted("pin", "1234"), got.join());
        assertEquals(new Answer.Accepted(Map.of()), answer().answer());
        assertFalse(journal.entries.toString().contains("1234"));
    }

    @Test
    void aSecretGivenBeforehandReachesNoEntryEither() {
        assertEquals(
                accepted("pin", "1234"),
                ask(desk(false, preset("", "pin", "1234")), question("q", true, SECRET))
                        .join());
        assertFalse(journal.entries.toString().contains("1234"));
    }

    @Test
    void theEndOfATurnCancelsWhatIsOpen() {
        QuestionDesk desk = desk(true);
        CompletableFuture<Answer> got = ask(desk, question("q", true));
        desk.shut();
        assertEquals(new Answer.Cancelled(), got.join());
        assertEquals(Decider.TURN_END, answer().by());
        assertEquals(new Answer.Cancelled(), ask(desk, question("r", true)).join());
    }

    @Test
    void anAgentMayWithdrawAndAskAgainUnderTheSameId() {
        QuestionDesk desk = desk(true);
        ask(desk, question("q", true, Field.text("a", "A"))).cancel(false);
        CompletableFuture<Answer> again = ask(desk, question("q", true, Field.text("a", "A")));
        assertTrue(desk.answer("q", accepted("a", "x")));
        assertEquals(accepted("a", "x"), again.join());
        assertEquals(0, journal.holds.get());
    }

    @Test
    void anIdThatIsOpenAlreadyCannotBeAskedTwice() {
        QuestionDesk desk = desk(true);
        CompletableFuture<Answer> first = ask(desk, question("q", true));
        assertTrue(ask(desk, question("q", true)).isDone());
        assertFalse(first.isDone());
    }
}
