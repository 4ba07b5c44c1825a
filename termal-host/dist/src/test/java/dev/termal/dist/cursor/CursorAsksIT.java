package dev.termal.dist.cursor;

import static dev.termal.dist.packaged.ScriptedAcp.endsTurn;
import static dev.termal.dist.packaged.ScriptedAcp.says;
import static dev.termal.dist.packaged.ScriptedAcp.update;
import static dev.termal.testkit.JsonRpcLines.result;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plans and questions: the CLI waits for an answer, which stands one level deeper than elsewhere. */
class CursorAsksIT extends CursorStage {
    private static final String PLAN = cursor("5", "create_plan", """
            {"toolCallId":"p","name":"Tidy","overview":"Short.","plan":"# Steps\\n1. first","todos":[
            {"id":"1","content":"first","status":"pending"}],"isProject":false,"phases":[]}""");
    private static final String QUESTIONS = cursor("6", "ask_question", """
            {"toolCallId":"q","title":"Setup","questions":[
            {"id":"db","prompt":"Which database?","options":[{"id":"pg","label":"Postgres"},{"id":"lite","label":"SQLite"}]},
            {"id":"os","prompt":"Where?","allowMultiple":true,"options":[{"id":"l","label":"Linux"},
            {"id":"m","label":"macOS"}]}]}""");

    @Test
    void anAcceptedPlanIsCarriedOutInTheSameTurn() throws Exception {
        plays(prompted()
                .send(PLAN)
                .expect("\"id\":5", "\"result\":{\"outcome\":{\"outcome\":\"accepted\"}}")
                .send(says("Planned."))
                .send(endsTurn())
                .expect("\"configId\":\"mode\"", "\"value\":\"agent\"")
                .send(result("{\"configOptions\":[]}"))
                .expectMethod("session/prompt")
                .as("again")
                .send(update("{\"sessionUpdate\":\"current_mode_update\",\"currentModeId\":\"agent\"}"))
                .send(says("Carried out."))
                .send(endsTurn("again", "end_turn"))
                .expectEndOfInput()
                .stall("for good"));
        Ended r = run("plan and do", "--mode", "plan", "--answers", answers("[{\"answer\":true}]"));
        assertEnded(r, "done", 0);
        assertEquals(1, r.events("turn_started").size());
        assertEquals("Tidy", r.event("question_asked").path("title").asString());
        assertEquals(
                "Short.\n\n# Steps\n1. first",
                r.event("question_asked").path("text").asString());
        assertEquals(
                "first",
                r.events("plan").get(0).path("entries").path(0).path("text").asString());
        String text = r.event("turn_ended").path("text").asString();
        assertTrue(text.contains("Planned.") && text.contains("Carried out."), text);
    }

    @Test
    void aPlanThatNobodyAcceptsIsNotCarriedOut() throws Exception {
        plays(ended(prompted().send(PLAN).expect("\"id\":5", "{\"outcome\":{\"outcome\":\"rejected\"")));
        Ended r = run("plan", "--strict");
        assertEquals(1, r.event("turn_ended").path("unanswered").asInt(), r::toString);
        assertEquals(5, r.exit(), r::toString);
    }

    @Test
    void questionsAreAnsweredByTheIdsOfTheirChoices() throws Exception {
        plays(ended(prompted().send(QUESTIONS).expect("\"id\":6", line("""
                {"outcome":{"outcome":"answered","answers":[{"questionId":"db","selectedOptionIds":["lite"]},
                {"questionId":"os","selectedOptionIds":["l","m"]}]}}""")).send(says("Thanks."))));
        Ended r = run(
                "set up",
                "--answers",
                answers("[{\"match\":{\"title\":\"Setup\"},\"answer\":{\"db\":\"lite\",\"os\":[\"l\",\"m\"]}}]"));
        assertEnded(r, "done", 0);
        assertEquals("preset", r.event("question_answered").path("by").asString());
    }

    @Test
    void aQuestionThatNobodyAnswersIsSkipped() throws Exception {
        plays(ended(prompted()
                .send(QUESTIONS)
                .expect("\"id\":6", "{\"outcome\":{\"outcome\":\"skipped\"")
                .send(cursor("8", "ask_question", "{\"toolCallId\":\"q\",\"questions\":[]}"))
                .expect("\"id\":8", "{\"outcome\":{\"outcome\":\"skipped\"")
                .send(says("As you like."))));
        Ended r = run("set up");
        assertEnded(r, "done", 0);
        assertEquals(1, r.event("turn_ended").path("unanswered").asInt(), r::toString);
    }

    /** Whoever allows all tools has not chosen an answer. */
    @Test
    void noPolicyAnswersAQuestionInTheGuiseOfAPermission() throws Exception {
        plays(ended(prompted()
                .send(permission("9", "{\"toolCallId\":\"q\",\"title\":\"Which database?\"}", """
                        [{"optionId":"0","name":"Postgres","kind":"allow_once"},
                        {"optionId":"1","name":"SQLite","kind":"allow_once"},
                        {"optionId":"__ask_question_skip__","name":"Skip","kind":"reject_once"}]"""))
                .expect("\"id\":9", "\"optionId\":\"__ask_question_skip__\"")
                .send(says("Postgres, then."))));
        Ended r = run("set up", "--permissions", "auto");
        assertEquals(
                List.of("__ask_question_skip__"),
                r.events("permission_answered").stream()
                        .map(answer -> answer.path("option").path("id").asString(""))
                        .toList());
    }
}
