package dev.termal.dist.cursor;

import static dev.termal.dist.packaged.ScriptedAcp.says;
import static dev.termal.testkit.JsonRpcLines.notification;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the Cursor CLI tells of its work, and what it may do. */
class CursorToolsIT extends CursorStage {
    private static final String OPTIONS = """
            [{"optionId":"allow-once","name":"Allow once","kind":"allow_once"},
            {"optionId":"allow-always","name":"Allow always","kind":"allow_always"},
            {"optionId":"reject-once","name":"Reject","kind":"reject_once"}]""";
    private static final String LIST = """
            {"toolCallId":"x","kind":"execute","title":"`ls -l`","status":"pending","rawInput":{"command":"ls -l"}}""";

    private static JsonNode last(Ended ended, String id) {
        List<JsonNode> calls = ended.events("tool_call").stream()
                .filter(call -> call.path("id").asString("").equals(id))
                .toList();
        assertFalse(calls.isEmpty(), ended::toString);
        return calls.get(calls.size() - 1);
    }

    private static List<String> plan(JsonNode plan) {
        return StreamSupport.stream(plan.path("entries").spliterator(), false)
                .map(entry -> entry.path("text").asString("") + " "
                        + entry.path("status").asString(""))
                .toList();
    }

    @Test
    void readsSearchesEditsAndRunsACommandThatIsAllowedOnce() throws Exception {
        plays(ended(prompted()
                .send(tool("""
                        {"sessionUpdate":"available_commands_update","availableCommands":[
                        {"name":"review","description":"Reviews"}]}"""))
                .send(tool("{\"sessionUpdate\":\"session_info_update\",\"title\":\"Tidying up\"}"))
                .send(tool("""
                        {"sessionUpdate":"agent_thought_chunk","content":{"type":"text","text":"hm"}}"""))
                .send(tool("""
                        {"sessionUpdate":"tool_call","toolCallId":"r","kind":"read","title":"Read a.txt",
                        "status":"pending","rawInput":{"path":"a.txt"},"locations":[{"path":"/w/a.txt"}]}"""))
                .send(tool("""
                        {"sessionUpdate":"tool_call_update","toolCallId":"r","status":"completed",
                        "rawOutput":{"content":"what it holds"}}"""))
                .send(tool("""
                        {"sessionUpdate":"tool_call","toolCallId":"g","kind":"search","title":"grep","status":"pending",
                        "rawInput":{}}"""))
                .send(tool("""
                        {"sessionUpdate":"tool_call_update","toolCallId":"g","rawInput":{"pattern":"TODO"}}"""))
                .send(tool("""
                        {"sessionUpdate":"tool_call_update","toolCallId":"g","status":"completed",
                        "rawOutput":{"totalMatches":3,"truncated":false}}"""))
                .send(tool("""
                        {"sessionUpdate":"tool_call","toolCallId":"e","kind":"edit","title":"Edit","status":"pending",
                        "rawInput":{}}"""))
                .send(tool("""
                        {"sessionUpdate":"tool_call_update","toolCallId":"e","rawInput":{"path":"n.txt"}}"""))
                .send(tool("""
                        {"sessionUpdate":"tool_call_update","toolCallId":"e","status":"completed","content":[{"type":"diff",
                        "path":"/w/n.txt","oldText":"-- /dev/null","newText":"++ b/n.txt\\none\\n"}]}"""))
                .send(tool(LIST.replace("{\"toolCallId\"", "{\"sessionUpdate\":\"tool_call\",\"toolCallId\"")))
                .send(permission("7", LIST, OPTIONS))
                .expect("\"id\":7", "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"allow-once\"}}")
                .send(tool("""
                        {"sessionUpdate":"tool_call_update","toolCallId":"x","status":"completed",
                        "rawOutput":{"exitCode":0,"stdout":"n.txt","stderr":""}}"""))
                .send(says("Done."))));
        Ended r = run("tidy up", "--permissions", "auto");
        assertEnded(r, "done", 0);
        assertEquals(List.of("acp"), launches());
        assertEquals("Done.", r.event("turn_ended").path("text").asString());
        assertEquals(List.of("hm"), texts(r, "thought"));
        assertTrue(
                r.events("state").stream()
                        .anyMatch(state -> state.path("title").asString("").equals("Tidying up")),
                r::toString);
        assertEquals(
                "what it holds", last(r, "r").path("output").path("content").asString());
        assertEquals("TODO", last(r, "g").path("input").path("pattern").asString());
        JsonNode diff = last(r, "e").path("content").path(0);
        assertFalse(diff.has("oldText"), diff::toString);
        assertEquals("one\n", diff.path("newText").asString());
        assertEquals("ls -l", last(r, "x").path("command").asString());
        for (String id : List.of("r", "g", "e", "x")) {
            assertEquals("completed", last(r, id).path("status").asString(), id);
        }
    }

    @Test
    void aRefusedCommandThatItReportsAsCompletedWasRefused() throws Exception {
        plays(ended(prompted()
                .send(tool("""
                        {"sessionUpdate":"tool_call","toolCallId":"e","kind":"edit","title":"Edit","status":"pending",
                        "rawInput":{"path":"n.txt"}}"""))
                .send(tool("""
                        {"sessionUpdate":"tool_call_update","toolCallId":"e","status":"completed"}"""))
                .send(permission("7", LIST, OPTIONS))
                .expect("\"id\":7", "\"optionId\":\"reject-once\"")
                .send(tool("""
                        {"sessionUpdate":"tool_call_update","toolCallId":"x","status":"completed"}"""))));
        Ended r = run("list");
        assertEnded(r, "partly_denied", 5);
        assertEquals("rejected", last(r, "x").path("status").asString());
        assertEquals(1, r.event("turn_ended").path("unapproved").asInt(), "the edit that it did not ask for");
    }

    /** Its own list would outlive the session. */
    @Test
    void nobodyButAPersonPicksAlways() throws Exception {
        plays(ended(prompted().send(permission("7", LIST, """
                        [{"optionId":"allow-always","name":"Allow always","kind":"allow_always"},
                        {"optionId":"reject-once","name":"Reject","kind":"reject_once"}]""")).expect("\"id\":7", "\"optionId\":\"reject-once\"")));
        assertEnded(run("list", "--permissions", "auto"), "denied", 5);
    }

    @Test
    void todosAreThePlanWhicheverWayTheyCome() throws Exception {
        plays(ended(prompted()
                .send(tool("""
                        {"sessionUpdate":"tool_call","toolCallId":"t","kind":"other","title":"Todos","status":"pending",
                        "rawInput":{"_toolName":"updateTodos"}}"""))
                .send(cursor("1", "update_todos", """
                        {"toolCallId":"t","merge":false,"todos":[{"id":"1","content":"a","status":"in_progress"},
                        {"id":"2","content":"b","status":"pending"}]}"""))
                .expect("\"id\":1", "\"result\":{}")
                .send(cursor("2", "update_todos", """
                        {"toolCallId":"t","merge":true,"todos":[{"id":"1","content":"a","status":"completed"},
                        {"id":"3","content":"c","status":"someday"}]}"""))
                .expect("\"id\":2", "\"result\":{}")
                .send(cursor("3", "update_todos", "{\"toolCallId\":\"t\",\"todos\":\"none\"}"))
                .expect("\"id\":3", "\"result\":{}")
                .send(notification("cursor/update_todos", line("""
                        {"toolCallId":"t","merge":false,"todos":[{"id":"9","content":"z","status":"cancelled"}]}""")))
                .send(tool("""
                        {"sessionUpdate":"tool_call_update","toolCallId":"t","status":"completed"}"""))));
        Ended r = run("plan");
        assertEnded(r, "done", 0);
        assertEquals(
                List.of(
                        List.of("a in_progress", "b pending"),
                        List.of("a completed", "b pending", "c other"),
                        List.of("z cancelled")),
                r.events("plan").stream().map(CursorToolsIT::plan).toList());
        assertEquals("updateTodos", last(r, "t").path("tool").asString());
    }

    @Test
    void whatItTellsByRequestsIsAcknowledgedAndShown() throws Exception {
        plays(ended(prompted()
                .send(cursor("1", "task", """
                        {"toolCallId":"t","description":"look around","prompt":"…","subagentType":"explore",
                        "durationMs":2500}"""))
                .expect("\"id\":1", "\"result\":{}")
                .send(cursor("2", "generate_image", """
                        {"toolCallId":"i","description":"a cat","filePath":"/w/cat.png"}"""))
                .expect("\"id\":2", "\"result\":{}")
                .send(cursor("3", "canvas", "{\"any\":1}"))
                .expect("\"id\":3", "\"result\":{}")
                .send(cursor("4", "of_tomorrow", "{}"))
                .expect("\"id\":4", "-32601")
                .send(notification("cursor/of_tomorrow", "{}"))
                .send(tool("{\"sessionUpdate\":\"subagent_spawned\",\"agentId\":\"a\"}"))
                .send(says("Done."))));
        Ended r = run("go");
        assertEnded(r, "done", 0);
        List<String> notices = texts(r, "notice");
        assertTrue(
                notices.containsAll(List.of("Sub-agent explore: look around (2 s)", "Image: a cat, /w/cat.png")),
                r::toString);
        List<String> extensions = r.events("extension").stream()
                .map(event -> event.path("name").asString(""))
                .toList();
        assertTrue(
                extensions.containsAll(List.of("cursor/task", "cursor/generate_image", "cursor/canvas")), r::toString);
    }
}
