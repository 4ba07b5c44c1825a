package dev.termal.agent.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.Answer;
import dev.termal.api.FollowUp;
import dev.termal.api.PlanEntry;
import dev.termal.api.PlanEntry.Priority;
import dev.termal.api.PlanEntry.Status;
import dev.termal.api.Question;
import dev.termal.api.RawJson;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.VendorReply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CursorRequestsTest {
    private static final String QUESTIONS = """
            {"toolCallId":"t1","title":"Setup","questions":[
              {"id":"db","prompt":"Which database?","options":[{"id":"pg","label":"Postgres"},{"id":"lite","label":"SQLite"}]},
              {"id":"os","prompt":"Where?","options":[{"id":"l","label":"Linux"},{"id":"m"}],"allowMultiple":true}]}""";
    private static final String PLAN = """
            {"toolCallId":"t2","name":"Tidy","overview":"Short.","plan":"# Steps","todos":[
              {"id":"1","content":"first","status":"pending"}],
             "phases":[{"name":"later","todos":[{"id":"2","content":"second","status":"in_progress"}]}]}""";

    private final EngineBinding binding = new CursorAcp().forConnection();

    private VendorReply handle(String method, String params) {
        return binding.requestHandlers().get(method).handle(new RawJson(params));
    }

    private VendorReply.Ask asks(String method, String params) {
        return assertInstanceOf(VendorReply.Ask.class, handle(method, params));
    }

    private static String text(VendorReply.Reply reply) {
        return reply.result().text();
    }

    private List<PlanEntry> plan(String params) {
        VendorReply.Reply reply = assertInstanceOf(VendorReply.Reply.class, handle("cursor/update_todos", params));
        assertEquals("{}", text(reply));
        return assertInstanceOf(AgentEvent.PlanUpdate.class, reply.events().get(0))
                .entries();
    }

    private static PlanEntry entry(String text, Status status) {
        return new PlanEntry(text, Priority.OTHER, status);
    }

    @Test
    void questionsBecomeFieldsWithTheirChoices() {
        Question question = asks("cursor/ask_question", QUESTIONS).question();
        assertEquals("Setup", question.title());
        assertTrue(question.declinable());
        assertEquals(
                List.of("db:false:[pg=Postgres, lite=SQLite]", "os:true:[l=Linux, m=m]"),
                question.fields().stream()
                        .map(field -> field.id() + ":" + field.multiple() + ":"
                                + field.choices().stream()
                                        .map(choice -> choice.value() + "=" + choice.label())
                                        .toList())
                        .toList());
    }

    @Test
    void answersCarryIdsOneLevelDeep() {
        VendorReply.Ask ask = asks("cursor/ask_question", QUESTIONS);
        Answer answer = new Answer.Accepted(Map.of("db", List.of("lite"), "os", List.of("l", "m")));
        assertEquals(
                "{\"outcome\":{\"outcome\":\"answered\",\"answers\":[{\"questionId\":\"db\",\"selectedOptionIds\":[\"lite\"]},"
                        + "{\"questionId\":\"os\",\"selectedOptionIds\":[\"l\",\"m\"]}]}}",
                text(ask.reply().apply(answer)));
        assertEquals(
                "{\"outcome\":{\"outcome\":\"skipped\",\"reason\":\"not now\"}}",
                text(ask.reply().apply(new Answer.Declined("not now"))));
        assertEquals(
                "{\"outcome\":{\"outcome\":\"cancelled\"}}", text(ask.reply().apply(new Answer.Cancelled())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "7",
                "{\"questions\":[]}",
                "{\"questions\":[{\"id\":\"q\",\"prompt\":\"?\",\"options\":[]}]}",
                "{\"questions\":[{\"prompt\":\"?\",\"options\":[{\"id\":\"a\"}]},3]}"
            })
    void whereNothingCanBeAnsweredTheQuestionIsSkipped(String params) {
        VendorReply.Reply reply = assertInstanceOf(VendorReply.Reply.class, handle("cursor/ask_question", params));
        assertTrue(text(reply).startsWith("{\"outcome\":{\"outcome\":\"skipped\""), text(reply));
    }

    @Test
    void theSameToolCallMayAskAgain() {
        assertNotEquals(
                asks("cursor/ask_question", QUESTIONS).question().id(),
                asks("cursor/ask_question", QUESTIONS).question().id());
    }

    @Test
    void aPlanIsShownAndItsTodosAreThePlan() {
        VendorReply.Ask ask = asks("cursor/create_plan", PLAN);
        assertEquals("Tidy", ask.question().title());
        assertEquals("Short.\n\n# Steps", ask.question().text());
        assertTrue(ask.question().fields().isEmpty());
        assertEquals(
                List.of(new AgentEvent.PlanUpdate(
                        List.of(entry("first", Status.PENDING), entry("second", Status.IN_PROGRESS)))),
                ask.events());
    }

    @Test
    void anAcceptedPlanLeavesThePlanningModeAndIsCarriedOut() {
        VendorReply.Reply reply = asks("cursor/create_plan", PLAN).reply().apply(new Answer.Accepted(Map.of()));
        assertEquals("{\"outcome\":{\"outcome\":\"accepted\"}}", text(reply));
        FollowUp next = reply.followUp().orElseThrow();
        assertEquals(Optional.of("agent"), next.mode());
        assertTrue(next.prompt().isPresent());
    }

    @Test
    void aRefusedPlanHasNoFollowUp() {
        VendorReply.Ask ask = asks("cursor/create_plan", PLAN);
        VendorReply.Reply rejected = ask.reply().apply(new Answer.Declined("too long"));
        assertEquals("{\"outcome\":{\"outcome\":\"rejected\",\"reason\":\"too long\"}}", text(rejected));
        assertEquals(Optional.empty(), rejected.followUp());
        VendorReply.Reply cancelled = ask.reply().apply(new Answer.Cancelled());
        assertEquals("{\"outcome\":{\"outcome\":\"cancelled\"}}", text(cancelled));
        assertEquals(Optional.empty(), cancelled.followUp());
    }

    @Test
    void aPlanWithoutAnythingIsStillAsked() {
        assertEquals("Plan", asks("cursor/create_plan", "{}").question().title());
    }

    @Test
    void todosReplaceOrMergeByTheirIds() {
        assertEquals(
                List.of(entry("a", Status.PENDING), entry("b", Status.OTHER)),
                plan("{\"todos\":[{\"id\":\"1\",\"content\":\"a\",\"status\":\"pending\"},"
                        + "{\"id\":\"2\",\"content\":\"b\",\"status\":\"blocked\"}],\"merge\":false}"));
        assertEquals(
                List.of(entry("a", Status.COMPLETED), entry("b", Status.OTHER), entry("c", Status.CANCELLED)),
                plan("{\"todos\":[{\"id\":\"1\",\"status\":\"completed\"},"
                        + "{\"id\":\"3\",\"content\":\"c\",\"status\":\"cancelled\"}],\"merge\":true}"));
        assertEquals(List.of(), plan("{\"todos\":[],\"merge\":false}"));
    }

    @Test
    void todosComeAsNotificationsTooAndMergeWithThoseOfRequests() {
        plan("{\"todos\":[{\"id\":\"1\",\"content\":\"a\",\"status\":\"pending\"}]}");
        List<AgentEvent> events = binding.notificationHandlers()
                .get("cursor/update_todos")
                .handle(new RawJson("{\"todos\":[{\"id\":\"1\",\"status\":\"completed\"}],\"merge\":true}"));
        assertEquals(List.of(new AgentEvent.PlanUpdate(List.of(entry("a", Status.COMPLETED)))), events);
    }

    @Test
    void eachConnectionHasItsOwnTodos() {
        plan("{\"todos\":[{\"id\":\"1\",\"content\":\"a\",\"status\":\"pending\"}]}");
        VendorReply other = binding.forConnection()
                .requestHandlers()
                .get("cursor/update_todos")
                .handle(new RawJson("{\"todos\":[],\"merge\":true}"));
        assertEquals(
                List.of(new AgentEvent.PlanUpdate(List.of())),
                assertInstanceOf(VendorReply.Reply.class, other).events());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cursor/update_todos", "cursor/task", "cursor/generate_image", "cursor/canvas"})
    void whatIsOnlyToldIsAcknowledgedWhateverItHolds(String method) {
        for (String params : List.of("{}", "[]", "{\"todos\":7}", "null")) {
            VendorReply.Reply reply = assertInstanceOf(VendorReply.Reply.class, handle(method, params));
            assertEquals("{}", text(reply));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cursor/task | {\"description\":\"look\",\"subagentType\":\"explore\",\"durationMs\":12345} | Sub-agent explore: look (12 s)",
                "cursor/task | {\"description\":\"look\"} | Sub-agent: look",
                "cursor/generate_image | {\"description\":\"a cat\",\"filePath\":\"/w/cat.png\"} | Image: a cat, /w/cat.png"
            })
    void workDoneAsideIsNoticed(String method, String params, String words) {
        VendorReply.Reply reply = assertInstanceOf(VendorReply.Reply.class, handle(method, params));
        assertEquals(
                List.of(
                        new AgentEvent.Notice(AgentEvent.Notice.Level.INFO, words),
                        new AgentEvent.Extension(method, new RawJson(params))),
                reply.events());
    }
}
