package dev.termal.host.web.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.ScriptedHost;
import dev.termal.host.SessionSpec;
import dev.termal.host.TermalSession;
import dev.termal.host.event.SessionKey;
import dev.termal.host.session.FakeEngine;
import dev.termal.host.web.api.HttpRig.Answered;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is answered to what cannot be answered. */
@Timeout(120)
class ApiStatusTest extends ApiStage {
    /** A problem, which has all that the form wants. */
    private Answered problem(int status, String method, String path, String body) throws Exception {
        Answered answered = rig.ask(status, method, path, body);
        assertEquals("application/problem+json", answered.type(), answered.body());
        assertEquals(status, answered.json().get("status").asInt());
        assertTrue(answered.json().get("type").asString().startsWith("urn:termal:problem:"));
        return answered;
    }

    private void misfit(String field, String method, String path, String body) throws Exception {
        Answered answered = problem(422, method, path, body);
        assertEquals(field, answered.json().path("field").asString(), answered.body());
    }

    @Test
    void whatIsNotThere() throws Exception {
        String nobody = UUID.randomUUID().toString();
        problem(404, "GET", "/nothing", "");
        problem(404, "GET", "/sessions/", "");
        problem(404, "GET", "/sessions/" + nobody, "");
        problem(404, "GET", "/sessions/" + nobody + "/entries", "");
        problem(404, "GET", "/sessions/" + nobody + "/events", "");
        problem(404, "GET", "/sessions/" + nobody + "/export", "");
        problem(404, "GET", "/sessions/" + nobody + "/prompts", "");
        problem(404, "DELETE", "/sessions/" + nobody, "");
        problem(404, "PATCH", "/sessions/" + nobody, "{\"name\":\"x\"}");
        problem(404, "POST", "/sessions/" + nobody + "/close", "");
        problem(404, "POST", "/sessions/" + nobody + "/resume", "");
        problem(404, "POST", "/sessions/" + nobody + "/cancel", "");
        problem(404, "POST", "/sessions/" + nobody + "/fork", "");
        problem(404, "POST", "/sessions/" + nobody + "/prompts", "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}");
        problem(404, "POST", "/sessions/" + nobody + "/permissions/p1", "{\"option\":null}");
        problem(404, "POST", "/sessions/" + nobody + "/questions/q1", "{\"answer\":\"cancelled\"}");
        problem(404, "DELETE", "/sessions/" + nobody + "/prompts/p1", "");
        problem(404, "DELETE", "/rules/none", "");
    }

    @Test
    void whatTakesOtherMethods() throws Exception {
        for (String[] each : new String[][] {
            {"POST", "/info"},
            {"PUT", "/sessions"},
            {"DELETE", "/events"},
            {"GET", "/sessions/x/cancel"},
            {"HEAD", "/info"}
        }) {
            HttpResponse<String> response = rig.send(rig.request("/api/v1" + each[1])
                    .method(each[0], BodyPublishers.noBody())
                    .build());
            assertEquals(405, response.statusCode(), each[1]);
            assertTrue(!response.headers().firstValue("Allow").orElse("").isEmpty());
        }
    }

    @Test
    void whatIsNoJson() throws Exception {
        Answered broken = problem(400, "POST", "/sessions", "{\"cwd\": ");
        assertTrue(broken.json().get("detail").asString().contains("ends too early"), broken.body());
        problem(400, "POST", "/sessions", "{} {}");
        problem(400, "PUT", "/settings", "[".repeat(100_000));
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")) {
            HttpResponse<String> response = rig.send(rig.request("/api/v1/sessions")
                    .header("Content-Type", type)
                    .POST(BodyPublishers.ofString("{\"cwd\":\"/\"}"))
                    .build());
            assertEquals(415, response.statusCode(), type);
        }
        HttpResponse<String> untyped = rig.send(rig.request("/api/v1/sessions")
                .POST(BodyPublishers.ofString("{\"cwd\":\"/\"}"))
                .build());
        assertEquals(415, untyped.statusCode());
        assertTrue(rig.host.opened.isEmpty());
    }

    @Test
    void whatIsTooLong() throws Exception {
        problem(413, "POST", "/sessions", "{\"cwd\":\"" + "x".repeat(1_100_000) + "\"}");
        String key = rig.create();
        String prompt = "{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}";
        rig.ask(202, "POST", "/sessions/" + key + "/prompts", prompt.formatted("x".repeat(2_000_000)));
        assertEquals(413, rig.announce("/sessions/" + key + "/prompts", 17_000_000));
    }

    @Test
    void whatIsNotAcceptable() throws Exception {
        String cwd = "\"cwd\":\"" + home + "\"";
        misfit("cwd", "POST", "/sessions", "{}");
        misfit("cwd", "POST", "/sessions", "{\"cwd\":\"relative\"}");
        misfit("cwd", "POST", "/sessions", "{\"cwd\":\"/no/such/folder\"}");
        misfit("cwd", "POST", "/sessions", "{\"cwd\":\"\\u0000\"}");
        misfit("agent", "POST", "/sessions", "{" + cwd + ",\"agent\":7}");
        misfit("agent", "POST", "/sessions", "{" + cwd + ",\"agent\":\"nobody\"}");
        misfit("agent", "GET", "/models?agent=nobody", "");
        misfit("naem", "POST", "/sessions", "{" + cwd + ",\"naem\":\"x\"}");
        misfit("permissions", "POST", "/sessions", "{" + cwd + ",\"permissions\":\"sometimes\"}");
        misfit("options", "POST", "/sessions", "{" + cwd + ",\"options\":[]}");
        misfit("options.x", "POST", "/sessions", "{" + cwd + ",\"options\":{\"x\":{}}}");
        misfit("additionalFolders[0]", "POST", "/sessions", "{" + cwd + ",\"additionalFolders\":[\"/no/such\"]}");
        misfit("value", "PUT", "/settings", "{\"path\":\"agent\"}");
        misfit("path", "DELETE", "/settings", "");
        misfit("limit", "GET", "/sessions?limit=0", "");
        misfit("limit", "GET", "/sessions?limit=201", "");
        misfit("limit", "GET", "/sessions?limit=1&limit=2", "");
        misfit("folder", "GET", "/sessions?folder=nowhere", "");
        misfit("from", "GET", "/sessions?from=x", "");
        misfit("q", "GET", "/search", "");
        Answered policy = rig.ask(422, "POST", "/sessions", "{" + cwd + ",\"permissions\":\"x\"}");
        assertEquals(
                "[\"ask\",\"auto\",\"read-only\",\"deny\"]",
                policy.json().get("choices").toString());
        problem(422, "POST", "/sessions", "[]");
    }

    @Test
    void whatIsNotAcceptableInASession() throws Exception {
        String path = "/sessions/" + rig.create();
        misfit("content", "POST", path + "/prompts", "{}");
        misfit("content", "POST", path + "/prompts", "{\"content\":[]}");
        misfit("content", "POST", path + "/prompts", "{\"content\":[{\"type\":\"text\",\"text\":\" \"}]}");
        misfit("content[0].type", "POST", path + "/prompts", "{\"content\":[{\"type\":\"x\"}]}");
        misfit(
                "content[0].mimeType",
                "POST",
                path + "/prompts",
                "{\"content\":[{\"type\":\"image\",\"data\":\"AAAA\"}]}");
        misfit(
                "content[0].data",
                "POST",
                path + "/prompts",
                "{\"content\":[{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"!\"}]}");
        misfit(
                "content[0]",
                "POST",
                path + "/prompts",
                "{\"content\":[{\"type\":\"resource\",\"uri\":\"file:///x\"}]}");
        misfit("interrupt", "POST", path + "/prompts", "{\"content\":[],\"interrupt\":1}");
        misfit("before", "GET", path + "/entries?before=x", "");
        misfit("after", "GET", path + "/entries?before=1&after=1", "");
        misfit("after", "GET", path + "/entries?after=1099511627776", "");
        misfit("format", "GET", path + "/export?format=pdf", "");
        misfit("after", "GET", path + "/events?after=-1", "");
        misfit("option", "POST", path + "/permissions/p1", "{}");
        misfit("answer", "POST", path + "/questions/q1", "{\"answer\":\"perhaps\"}");
        misfit("kill", "POST", path + "/cancel", "{\"kill\":\"yes\"}");
        misfit("mood", "PATCH", path, "{\"mood\":\"good\"}");
        problem(409, "POST", path + "/cancel", "");
    }

    @Test
    void whatGoesOnIsInTheWay() throws Exception {
        String key = rig.create();
        try (EventClient said = rig.events("/sessions/" + key + "/events")) {
            rig.prompt(key, "wait");
            said.until(event -> event.data().contains("\"turn_started\""));
            Answered busy = problem(409, "DELETE", "/sessions/" + key, "");
            assertTrue(busy.json().get("detail").asString().contains("cancel it first"), busy.body());
            for (int i = 0; i < 50; i++) {
                rig.prompt(key, "more");
            }
            problem(429, "POST", "/sessions/" + key + "/prompts", "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}");
        }
    }

    @Test
    void aSessionOfAnotherProcessIsItsOwn() throws Exception {
        try (ScriptedHost other = new ScriptedHost(home, (prompt, agent) -> FakeEngine.DONE);
                TermalSession theirs = other.open(SessionSpec.builder(home)
                        .session("theirs")
                        .attended(true)
                        .build())) {
            SessionKey key = theirs.key();
            String path = "/sessions/" + key;
            Answered taken =
                    problem(409, "POST", path + "/prompts", "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}");
            assertTrue(taken.json().get("detail").asString().contains("in use by"), taken.body());
            problem(409, "POST", path + "/cancel", "");
            problem(409, "POST", path + "/permissions/p1", "{\"option\":null}");
            problem(409, "DELETE", path, "");
            problem(409, "PATCH", path, "{\"name\":\"mine\"}");
            assertEquals(false, rig.get(path).get("owner").get("here").asBoolean());
        }
    }

    @Test
    void whatTheAgentDoesIsNotTheClientsFault() throws Exception {
        for (Object[] each : new Object[][] {
            {ErrorCode.AUTH_REQUIRED, 502}, {ErrorCode.EXECUTABLE_NOT_FOUND, 502}, {ErrorCode.TIMEOUT, 504},
            {ErrorCode.CONFIGURATION, 422}, {ErrorCode.SESSION_NOT_FOUND, 410}, {ErrorCode.CLOSED, 503}
        }) {
            rig.host.failure = Optional.of(new AgentException((ErrorCode) each[0], "do this and that"));
            HttpResponse<String> response = rig.send(rig.request("/api/v1/sessions")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"cwd\":\"" + home + "\"}"))
                    .build());
            assertEquals(each[1], response.statusCode(), response.body());
            assertTrue(response.body().contains("do this and that"), response.body());
        }
    }

    @Test
    void aServerThatStopsSaysSo() throws Exception {
        String key = rig.create();
        EventClient events = rig.events("/sessions/" + key + "/events");
        rig.served.close();
        events.until(event -> event == EventClient.Event.END);
    }
}
