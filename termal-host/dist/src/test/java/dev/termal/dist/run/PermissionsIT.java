package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import dev.termal.dist.packaged.ScriptedAcp;
import dev.termal.testkit.JsonRpcLines;
import dev.termal.testkit.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Policies, strict mode and answers given beforehand. */
class PermissionsIT extends RunTest {

    @ParameterizedTest
    @CsvSource({
        "ask,       permission,      denied,        5, 1",
        "ask,       tool permission, partly_denied, 5, 1",
        "auto,      permission,      done,          0, 0",
        "read-only, tool permission, partly_denied, 5, 1",
        "deny,      permission,      denied,        5, 1",
    })
    void policiesAnswerWhereNobodyCan(String policy, String words, String outcome, int exit, int denied) {
        Ended r = host.run("run -a demo -o json --permissions " + policy, words);
        assertEquals(outcome, r.outcome(), r::toString);
        assertEquals(exit, r.exit());
        assertEquals(denied, r.event("turn_ended").path("denied").asInt());
        JsonNode answer = r.event("permission_answered");
        assertEquals("policy", answer.path("by").asString(""));
        assertEquals(
                denied > 0 ? "reject_once" : "allow_once",
                answer.path("option").path("kind").asString(""),
                answer::toString);
    }

    @Test
    void strictModeMindsChangesThatNobodyGranted() throws Exception {
        Script script = ScriptedAcp.untilPrompt()
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s1\",\"update\":"
                        + "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"c\",\"title\":\"Edit it\",\"kind\":\"edit\","
                        + "\"status\":\"completed\"}}}")
                .send(ScriptedAcp.endsTurn());
        String agent = ScriptedAcp.command(script, folder);
        Ended lax = host.run("run", "--agent-cmd", agent, "-o", "json", "hi");
        assertEquals("done", lax.outcome(), lax::toString);
        assertEquals(1, lax.event("turn_ended").path("unapproved").asInt());
        assertEquals(0, lax.exit());
        Ended strict = host.run("run", "--agent-cmd", agent, "--strict", "-o", "quiet", "hi");
        assertEquals(5, strict.exit(), strict::toString);
        assertTrue(strict.err().contains("1 change ran without a permission"), strict.err());
        Ended text = host.run("run", "--agent-cmd", agent, "hi");
        assertTrue(text.err().endsWith("warning: the agent did this without a permission: Edit it\n"), text.err());
    }

    @Test
    void theDemoAgentAsksBeforeItChangesAFile() {
        Ended denied = host.run("run -a demo -o json", "diff");
        assertEquals("denied", denied.outcome(), denied::toString);
        Ended allowed = host.run("run -a demo -o json --permissions auto", "diff");
        assertEquals("done", allowed.outcome(), allowed::toString);
        assertEquals(0, allowed.event("turn_ended").path("unapproved").asInt());
    }

    @Test
    @Tag("ELICIT-03")
    void answersComeFromAFile() throws Exception {
        Path answers = host.cwd().resolve("answers.json");
        Files.writeString(
                answers,
                "[{\"match\":{\"field\":\"name\"},\"answer\":{\"name\":\"Ada\",\"colour\":\"blue\",\"copies\":2,\"sure\":true}}]");
        Ended r = host.run("run -a demo -o json --strict --answers answers.json", "question");
        assertEquals("done", r.outcome(), r::toString);
        assertEquals(0, r.exit());
        assertEquals("preset", r.event("question_answered").path("by").asString(""));
        assertTrue(r.event("turn_ended").path("text").asString("").contains("\"Ada\""), r::toString);
        Ended none = host.run("run -a demo --strict", "question");
        assertEquals(5, none.exit(), none::toString);
        assertTrue(none.err().contains("1 question got no answer"), none.err());
    }

    @Test
    @Tag("ELICIT-03")
    void answersThatDoNotFitAreNoAnswer() throws Exception {
        Files.writeString(host.cwd().resolve("answers.json"), "[{\"answer\":{\"name\":\"Ada\",\"colour\":\"mauve\"}}]");
        Ended r = host.run("run -a demo -o json --answers answers.json", "question");
        assertEquals(1, r.event("turn_ended").path("unanswered").asInt(), r::toString);
        assertTrue(
                r.event("notice")
                        .path("text")
                        .asString("")
                        .contains("Colour (colour): must be one of red, green, blue"),
                r::toString);
    }

    /** What the agent is told where nobody can answer: its turn goes on, and the count says what was left open. */
    @Test
    @Tag("ELICIT-01")
    @Tag("ELICIT-02")
    void questionsThatNobodyAnswersAreDeclinedAndCounted() throws Exception {
        String form = "{\"mode\":\"form\",\"sessionId\":\"s1\",\"message\":\"Which?\",\"requestedSchema\":"
                + "{\"type\":\"object\",\"properties\":{\"colour\":{\"type\":\"string\"}},\"required\":[\"colour\"]}}";
        String page = "{\"mode\":\"url\",\"sessionId\":\"s1\",\"message\":\"Look\",\"elicitationId\":\"e\","
                + "\"url\":\"https://example.org/\"}";
        Script script = ScriptedAcp.untilPrompt()
                .send(JsonRpcLines.request("7", "elicitation/create", form))
                .expect("\"id\":7", "\"action\":\"decline\"")
                .send(JsonRpcLines.request("8", "elicitation/create", page))
                .expect("\"id\":8", "\"action\":\"decline\"")
                .send(ScriptedAcp.says("as you like"))
                .send(ScriptedAcp.endsTurn())
                .expectEndOfInput();
        String agent = ScriptedAcp.command(script, folder);
        Ended ended = host.run("run", "--agent-cmd", agent, "-o", "json", "hi");
        assertEnded(ended, "done", 0);
        assertEquals(2, ended.event("turn_ended").path("unanswered").asInt(), ended::toString);
    }

    /** Neither a request without options nor a question in disguise is ever granted by a policy. */
    @ParameterizedTest
    @ValueSource(strings = {"ask", "auto", "read-only", "deny"})
    @Tag("PERM-02")
    @Tag("PERM-08")
    void whatOnlyAPersonCanAnswerIsCancelledWhereNobodyIsThere(String policy) throws Exception {
        String call =
                "{\"sessionId\":\"s1\",\"toolCall\":{\"toolCallId\":\"%s\",\"title\":\"Which one?\"},\"options\":[%s]}";
        String choices = "{\"optionId\":\"a\",\"name\":\"The red one\",\"kind\":\"allow_once\"},"
                + "{\"optionId\":\"b\",\"name\":\"The blue one\",\"kind\":\"allow_once\"}";
        Script script = ScriptedAcp.untilPrompt()
                .send(JsonRpcLines.request("7", "session/request_permission", String.format(call, "t", "")))
                .expect("\"id\":7", "\"outcome\":\"cancelled\"")
                .send(JsonRpcLines.request("8", "session/request_permission", String.format(call, "u", choices)))
                .expect("\"id\":8", "\"outcome\":\"cancelled\"")
                .send(ScriptedAcp.says("neither then"))
                .send(ScriptedAcp.endsTurn())
                .expectEndOfInput();
        String agent = ScriptedAcp.command(script, folder);
        Ended ended = host.run("run", "--agent-cmd", agent, "--permissions", policy, "-o", "json", "hi");
        JsonNode end = ended.event("turn_ended");
        assertEquals("neither then", end.path("text").asString(""), ended::toString);
        assertEquals(1, end.path("unanswered").asInt(), ended::toString);
        assertEquals(1, end.path("denied").asInt(), ended::toString);
    }

    @Test
    void aRuleAllowsWhereNobodyIsThereAndIsListed() throws Exception {
        host.config("{\"rules\":[{\"decision\":\"allow\",\"command\":\"echo *\"}]}");
        Ended r = host.run("run -a demo -o json", "permission");
        assertEnded(r, "done", 0);
        assertEquals("rule", r.event("permission_answered").path("by").asString(""));
        assertEquals(
                "allow_once",
                r.event("permission_answered").path("option").path("kind").asString(""));
        Ended list = host.run("permissions", "list");
        assertTrue(list.out().contains("echo *"), list::toString);
        assertEnded(host.run("run -a demo -o json --permissions read-only", "permission"), "denied", 5);
    }

    @Test
    void aRuleDeniesUnderAutoAndIsNamed() throws Exception {
        host.config("{\"rules\":[{\"decision\":\"deny\",\"agent\":\"demo\",\"command\":\"ECHO *\"}]}");
        Ended r = host.run("run -a demo -o json --permissions auto", "permission");
        assertEnded(r, "denied", 5);
        assertTrue(texts(r, "notice").stream().anyMatch(text -> text.contains("rules[0]")), r::toString);
    }

    @Test
    void aRuleThatIsWrongSaysWhere() throws Exception {
        host.config("{\"rules\":[{\"decision\":\"allow\",\"command\":\"git status; rm x\"}]}");
        Ended r = host.run("run -a demo", "permission");
        assertEquals(2, r.exit(), r::toString);
        assertTrue(r.err().contains("rules[0]") && r.err().contains("no plain command"), r::toString);
    }
}
