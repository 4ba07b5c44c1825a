package dev.termal.host.web.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.web.api.HttpRig.Answered;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Each route as it is meant to be used. */
@Timeout(120)
class ApiRoutesTest extends ApiStage {
    @Test
    void whatTheHostKnows() throws Exception {
        assertEquals("3.1.0", rig.get("/openapi.json").get("openapi").asString());
        assertTrue(rig.get("/info").get("limits").get("promptBytes").asLong() > 0);
        assertEquals("sample", rig.get("/agents").get(0).get("id").asString());
        assertEquals(
                "style",
                rig.get("/engines").get(0).get("options").get(0).get("key").asString());
        assertEquals("sample", rig.get("/models?agent=sample").get("agent").asString());
        assertTrue(rig.get("/doctor").has("host"));
        assertTrue(rig.get("/settings").get("settings").isArray());
        rig.ask(200, "PUT", "/settings", "{\"path\":\"agent\",\"value\":\"sample\"}");
        rig.ask(200, "DELETE", "/settings?path=agent", "");
        assertEquals("object", rig.get("/settings/schema").get("type").asString());
        assertTrue(rig.get("/rules").isArray());
    }

    @Test
    void aSessionFromItsBeginningToItsEnd() throws Exception {
        Answered made =
                rig.ask(201, "POST", "/sessions", "{\"agent\":\"sample\",\"name\":\"one\",\"cwd\":\"" + home + "\"}");
        String key = made.json().get("key").asString();
        assertEquals(Optional.of("/api/v1/sessions/" + key), made.location());
        assertEquals("one", made.json().get("name").asString());
        rig.turn(key, "hello");
        JsonNode session = rig.get("/sessions/" + key);
        assertEquals("done", session.get("state").asString());
        assertEquals("said: hello", session.get("preview").asString());
        assertEquals("hello", session.get("title").asString());
        assertTrue(session.get("owner").get("here").asBoolean());
        assertEquals(
                "two",
                rig.ask(200, "PATCH", "/sessions/" + key, "{\"name\":\"two\",\"model\":\"large\"}")
                        .json()
                        .get("name")
                        .asString());
        JsonNode hit = rig.get("/search?q=hello").get("hits").get(0);
        assertEquals(key, hit.get("session").get("key").asString());
        assertTrue(hit.get("snippet").asString().contains("hello"));
        String markdown =
                rig.ask(200, "GET", "/sessions/" + key + "/export", "").body();
        assertTrue(markdown.contains("## Turn 1") && markdown.contains("said: hello"), markdown);
        String lines = rig.ask(200, "GET", "/sessions/" + key + "/export?format=json", "")
                .body();
        assertTrue(lines.lines().allMatch(line -> line.startsWith("{\"seq\":")), lines);
        rig.ask(204, "POST", "/sessions/" + key + "/close", "");
        assertTrue(rig.get("/sessions/" + key).get("owner").isNull());
        rig.ask(204, "DELETE", "/sessions/" + key, "");
        rig.ask(404, "GET", "/sessions/" + key, "");
    }

    @Test
    void sessionsComeInPages() throws Exception {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String key = rig.create();
            rig.turn(key, "hello");
            made.add(0, key);
        }
        List<String> listed = new ArrayList<>();
        String next = "";
        do {
            JsonNode page = rig.get("/sessions?limit=2" + (next.isEmpty() ? "" : "&from=" + next));
            page.get("sessions").forEach(each -> listed.add(each.get("key").asString()));
            next = page.path("next").asString("");
        } while (!next.isEmpty());
        assertEquals(made, listed);
        assertEquals(
                5,
                rig.get("/sessions?folder=" + home + "&agent=sample")
                        .get("sessions")
                        .size());
        assertEquals(0, rig.get("/sessions?agent=nobody").get("sessions").size());
    }

    @Test
    void entriesComeInPages() throws Exception {
        String key = rig.create();
        for (int i = 0; i < 5; i++) {
            rig.turn(key, "hello");
        }
        rig.ask(204, "POST", "/sessions/" + key + "/close", "");
        JsonNode all = rig.get("/sessions/" + key + "/entries");
        assertFalse(all.get("more").asBoolean());
        List<Long> forwards = new ArrayList<>();
        JsonNode page;
        long after = 0;
        do {
            page = rig.get("/sessions/" + key + "/entries?limit=3&after=" + after);
            page.get("entries").forEach(entry -> forwards.add(entry.get("seq").asLong()));
            after = page.get("last").asLong();
        } while (page.get("more").asBoolean());
        List<Long> backwards = new ArrayList<>();
        page = rig.get("/sessions/" + key + "/entries?limit=3");
        while (true) {
            List<Long> seqs = new ArrayList<>();
            page.get("entries").forEach(entry -> seqs.add(entry.get("seq").asLong()));
            backwards.addAll(0, seqs);
            if (!page.get("more").asBoolean()) {
                break;
            }
            page = rig.get("/sessions/" + key + "/entries?limit=3&before="
                    + page.get("first").asLong());
        }
        List<Long> whole = new ArrayList<>();
        all.get("entries").forEach(entry -> whole.add(entry.get("seq").asLong()));
        assertEquals(whole, forwards);
        assertEquals(whole, backwards);
    }

    @Test
    void aPermissionIsAnswered() throws Exception {
        String key = rig.create();
        try (EventClient all = rig.events("/events")) {
            rig.prompt(key, "ask");
            all.awaitState(key, "asking");
            JsonNode asked = rig.get("/sessions/" + key).get("asked").get(0);
            String path = "/sessions/" + key + "/permissions/" + asked.get("id").asString();
            Answered unknown = rig.ask(422, "POST", path, "{\"option\":\"maybe\"}");
            assertEquals("[\"yes\",\"no\"]", unknown.json().get("choices").toString());
            rig.ask(410, "POST", path, "{\"option\":\"yes\",\"seq\":1}");
            rig.ask(
                    204,
                    "POST",
                    path,
                    "{\"option\":\"yes\",\"seq\":" + asked.get("seq").asLong() + "}");
            all.awaitState(key, "done");
            rig.ask(409, "POST", path, "{\"option\":\"yes\"}");
            rig.ask(404, "POST", "/sessions/" + key + "/permissions/p99", "{\"option\":\"yes\"}");
            rig.ask(204, "POST", "/sessions/" + key + "/close", "");
            rig.ask(410, "POST", path, "{\"option\":\"yes\"}");
        }
    }

    @Test
    void aQuestionIsAnswered() throws Exception {
        String key = rig.create();
        try (EventClient events = rig.events("/sessions/" + key + "/events")) {
            rig.prompt(key, "question");
            events.awaitType("question_asked");
            String path = "/sessions/" + key + "/questions/q1";
            rig.ask(422, "POST", path, "{\"answer\":\"accepted\",\"values\":{}}");
            rig.ask(204, "POST", path, "{\"answer\":\"accepted\",\"values\":{\"colour\":\"blue\"}}");
            JsonNode answered = events.awaitType("question_answered").json();
            assertEquals("blue", answered.get("values").get("colour").get(0).asString());
            events.awaitType("turn_ended");
            rig.ask(409, "POST", path, "{\"answer\":\"declined\"}");
        }
    }

    @Test
    void anExpiredRequestIsGone() throws Exception {
        String key = rig.create();
        try (EventClient events = rig.events("/sessions/" + key + "/events")) {
            rig.prompt(key, "ask");
            String id =
                    events.awaitType("permission_requested").json().get("id").asString();
            rig.ask(202, "POST", "/sessions/" + key + "/cancel", "{\"kill\":true}");
            events.awaitType("turn_ended");
            rig.ask(410, "POST", "/sessions/" + key + "/permissions/" + id, "{\"option\":\"yes\"}");
        }
    }

    @Test
    void promptsWaitAreTakenBackAndGoOn() throws Exception {
        String key = rig.create();
        try (EventClient events = rig.events("/sessions/" + key + "/events");
                EventClient all = rig.events("/events")) {
            assertEquals("running", rig.prompt(key, "stay").get("state").asString());
            events.awaitType("turn_started");
            all.awaitState(key, "working");
            assertEquals("waiting", rig.prompt(key, "second").get("state").asString());
            String third = rig.prompt(key, "third").get("id").asString();
            JsonNode waiting = rig.get("/sessions/" + key + "/prompts").get("waiting");
            assertEquals(
                    List.of("second", "third"),
                    List.of(
                            waiting.get(0).get("text").asString(),
                            waiting.get(1).get("text").asString()));
            rig.ask(204, "DELETE", "/sessions/" + key + "/prompts/" + third, "");
            rig.ask(404, "DELETE", "/sessions/" + key + "/prompts/" + third, "");
            rig.ask(202, "POST", "/sessions/" + key + "/cancel", "");
            assertEquals(
                    "cancelled",
                    events.awaitType("turn_ended").json().get("outcome").asString());
            all.awaitState(key, "idle");
            assertTrue(rig.get("/sessions/" + key + "/prompts").get("held").asBoolean());
            rig.ask(204, "POST", "/sessions/" + key + "/resume", "");
            assertEquals(
                    "said: second",
                    events.awaitType("turn_ended").json().get("text").asString());
            all.awaitState(key, "done");
            rig.ask(409, "POST", "/sessions/" + key + "/cancel", "");
        }
    }

    @Test
    void anUrgentPromptEndsTheTurn() throws Exception {
        String key = rig.create();
        try (EventClient events = rig.events("/sessions/" + key + "/events")) {
            rig.prompt(key, "stay");
            events.awaitType("turn_started");
            rig.ask(
                    202,
                    "POST",
                    "/sessions/" + key + "/prompts",
                    "{\"interrupt\":true,\"content\":[{\"type\":\"text\",\"text\":\"now\"}]}");
            assertEquals(
                    "cancelled",
                    events.awaitType("turn_ended").json().get("outcome").asString());
            assertEquals(
                    "said: now",
                    events.awaitType("turn_ended").json().get("text").asString());
        }
    }

    @Test
    void aPromptMayHoldPicturesAndFiles() throws Exception {
        String key = rig.create();
        rig.ask(202, "POST", "/sessions/" + key + "/prompts", """
                {"content": [
                    {"type": "text", "text": "look"},
                    {"type": "image", "mimeType": "image/png", "data": "AAAA"},
                    {"type": "resource", "uri": "file:///a.txt", "text": "content"},
                    {"type": "resource_link", "name": "b", "uri": "file:///b.txt"}]}""");
        try (EventClient events = rig.events("/sessions/" + key + "/events")) {
            JsonNode prompt = events.awaitType("turn_started").json().get("prompt");
            assertEquals(4, prompt.size());
            assertEquals("AAAA", prompt.get(1).get("data").asString());
        }
    }
}
