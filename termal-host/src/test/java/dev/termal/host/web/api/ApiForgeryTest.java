package dev.termal.host.web.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.json.Json;
import dev.termal.host.web.Token;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that pretend to be something else: of pages elsewhere, under other names, with paths and heads in disguise. */
@Timeout(120)
class ApiForgeryTest extends ApiStage {
    private static final String BODY = "{\"agent\":\"sample\",\"cwd\":\"/\"}";

    private String own() {
        return "127.0.0.1:" + rig.port();
    }

    private String bearer() {
        return "Authorization: Bearer " + rig.token.text() + "\r\n";
    }

    private String ask(String line, String host, String headers, String body) throws Exception {
        return rig.raw(line + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" + headers
                + (body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n") + "\r\n" + body);
    }

    private static int answers(String raw) {
        return raw.split("HTTP/1\\.1 \\d", -1).length - 1;
    }

    private static void assertProblem(String answer, int... statuses) {
        int status = HttpRig.status(answer);
        assertTrue(java.util.Arrays.stream(statuses).anyMatch(each -> each == status), answer);
        assertTrue(answer.contains("Content-Type: application/problem+json"), answer);
        assertEquals(
                status,
                Json.read(answer.substring(answer.indexOf("\r\n\r\n") + 4))
                        .get("status")
                        .asInt());
        assertFalse(answer.contains("Exception") || answer.contains("org.eclipse"), answer);
    }

    /** What a form or a script of another page can send without being asked first. */
    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""})
    void aFormElsewhereStartsNothing(String type) throws Exception {
        String typed = type.isEmpty() ? "" : "Content-Type: " + type + "\r\n";
        for (String origin :
                List.of("", "Origin: https://evil.test\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n")) {
            for (String secret : List.of("", "Cookie: token=" + rig.token.text() + "\r\n")) {
                String answer = ask("POST /api/v1/sessions", own(), typed + origin + secret, BODY);
                assertProblem(answer, origin.startsWith("Origin") ? 403 : 401);
            }
            String query = "POST /api/v1/sessions?token=" + rig.token.text();
            assertProblem(ask(query, own(), typed + origin, BODY), 401, 403);
            String form = "token=" + rig.token.text() + "&authorization=Bearer+" + rig.token.text();
            assertProblem(ask("POST /api/v1/sessions", own(), typed + origin, form), 401, 403);
        }
        assertProblem(ask("POST /api/v1/sessions", own(), typed + bearer(), BODY), 415);
        assertTrue(rig.host.opened.isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.1",
                "2130706433",
                "0x7f.0.0.1",
                "127.0.0.1.nip.test",
                "localhost.evil.test",
                "[::ffff:127.0.0.1]",
                "[::1]evil.test",
                "localhost.",
                "localhost@evil.test",
                "evil.test@localhost",
                "localhost:1:2",
                "localhost/",
                "local\thost",
                "",
                "localhost%00",
                "*"
            })
    void aNameThatMeansThisMachineIsNotItsName(String host) throws Exception {
        for (String line : List.of("GET /api/v1/info", "GET /", "GET /api/v1/openapi.json", "POST /api/v1/sessions")) {
            assertProblem(ask(line, host, bearer(), ""), 400, 403);
        }
    }

    @Test
    void twoNamesAreNone() throws Exception {
        assertProblem(ask("GET /api/v1/info", own(), "Host: evil.test\r\n" + bearer(), ""), 400, 403);
        assertProblem(ask("GET /api/v1/info", "evil.test", "Host: " + own() + "\r\n" + bearer(), ""), 400, 403);
        assertProblem(ask("GET http://evil.test/api/v1/info", own(), bearer(), ""), 400, 403);
        assertProblem(ask("GET http://" + own() + "/api/v1/info", "evil.test", bearer(), ""), 400, 403);
        assertProblem(ask("CONNECT evil.test:443", "evil.test:443", bearer(), ""), 400, 403, 405);
        for (String header : List.of("X-Forwarded-Host", "X-Host", "X-Original-Host", "Forwarded")) {
            assertProblem(
                    ask("GET /api/v1/info", "evil.test", header + ": host=" + own() + "\r\n" + bearer(), ""), 403);
        }
    }

    @Test
    void tokensOfAllWrongKinds() throws Exception {
        String text = rig.token.text();
        for (String header : List.of(
                "Authorization: Bearer " + Token.random().text(),
                "Authorization: Bearer " + text + " " + text,
                "Authorization: Bearer " + text.toLowerCase(Locale.ROOT),
                "Authorization: Bearer " + text + "\0",
                "Authorization: Bearer " + text.substring(0, 42),
                "Authorization: Bearer \"" + text + "\"",
                "Authorization: Bearer " + "A".repeat(8_000),
                "Authorization: Bearer x\r\nAuthorization: Bearer " + text,
                "Authorization: Digest token=" + text,
                "Authorization: BearerX " + text,
                "Proxy-Authorization: Bearer " + text,
                "X-Authorization: Bearer " + text,
                "Token: " + text,
                "Cookie: Authorization=Bearer " + text)) {
            String answer = ask("GET /api/v1/sessions", own(), header + "\r\n", "");
            assertProblem(answer, 400, 401);
            assertFalse(answer.contains(text), answer);
        }
        assertEquals(200, HttpRig.status(ask("GET /api/v1/info", own(), "authorization: bearer " + text + "\r\n", "")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/%252e%252e/serve.token",
                "/..%252fserve.token",
                "/..\\serve.token",
                "/js/..\\..\\api\\openapi.json",
                "/%c0%ae%c0%ae/serve.token",
                "/..;/serve.token",
                "/js/../../api/openapi.json",
                "/js/%2e%2e/%2e%2e/api/openapi.json",
                "/js//../../../version.properties",
                "/C:/Windows/win.ini",
                "/C:%5cWindows%5cwin.ini",
                "/file:///etc/passwd",
                "/index.html%2500.js",
                "/index.html%0a.js",
                "/js/main.js/../../PageHandler.class",
                "/META-INF/MANIFEST.MF",
                "/..%00/serve.token",
                "/%u002e%u002e/serve.token",
                "/js/",
                "/js",
                "/css/.."
            })
    void noOtherFileByAnyPath(String path) throws Exception {
        String answer = ask("GET " + path, own(), "", "");
        if (HttpRig.status(answer) == 200) { // "/css/.." is "/"
            assertTrue(answer.contains("<!doctype html>"), answer);
        } else {
            assertProblem(answer, 400, 404);
        }
    }

    @Test
    void aSessionsPathLeadsNowhereElse() throws Exception {
        for (String key : List.of(
                "..%2fsettings",
                "%2e%2e/settings", "..", ".", "%2e%2e%2f%2e%2e", "x%00", "%5c..", "x%0d%0ay", "*", "'%20or%201=1")) {
            for (String below : List.of("", "/entries", "/export")) {
                String answer = ask("GET /api/v1/sessions/" + key + below, own(), bearer(), "");
                assertFalse(answer.contains("\"settings\""), answer);
                if (HttpRig.status(answer) != 200) { // "." is the list of sessions
                    assertProblem(answer, 400, 404, 422);
                }
            }
        }
    }

    @Test
    void methodsThatNobodyOffers() throws Exception {
        for (String path : List.of("/", "/js/main.js", "/api/v1/info", "/api/v1/sessions", "/api/v1/openapi.json")) {
            for (String method : List.of("TRACE", "OPTIONS", "PROPFIND", "TRACK", "get")) {
                String answer = ask(method + " " + path, own(), bearer() + "X-Secret: echo\r\n", "");
                assertProblem(answer, 400, 404, 405, 501);
                assertFalse(answer.contains("echo"), answer);
                assertFalse(answer.contains("Access-Control"), answer);
            }
        }
        String head = ask("HEAD /", own(), "", "");
        assertEquals(200, HttpRig.status(head));
        assertTrue(head.endsWith("\r\n\r\n") && head.contains("Content-Security-Policy"), head);
        assertProblem(ask("POST /", own(), "Content-Type: application/json\r\n", "{}"), 405);
        assertTrue(ask("DELETE /index.html", own(), "", "").contains("Allow: GET, HEAD"));
        assertProblem(ask("GET /nothing", own(), "", ""), 404);
    }

    /** Two requests in what looks like one: where two programs differ on where the first ends. */
    @Test
    void noRequestHidesInAnother() throws Exception {
        String hidden = "GET /api/v1/info HTTP/1.1\r\nHost: " + own() + "\r\n" + bearer() + "\r\n";
        String post = "POST /api/v1/sessions HTTP/1.1\r\nHost: " + own() + "\r\n";
        for (String head : List.of(
                "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Content-Length: 4\r\nContent-Length: 0\r\n\r\n",
                "Content-Length: +0\r\n\r\n",
                "Content-Length: -1\r\n\r\n",
                "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
                "Content-Length: 0\r\n folded: x\r\n\r\n",
                "Content Length: 0\r\n\r\n")) {
            String answer = rig.raw(post + head + hidden);
            assertEquals(1, answers(answer), head + answer);
            assertTrue(HttpRig.status(answer) >= 400, answer);
        }
    }

    @Test
    void whatIsNamedEndsUpInNoHeader() throws Exception {
        String evil = "x\\r\\nSet-Cookie: a=b\\r\\n\\r\\n<script>";
        String created = ask(
                "POST /api/v1/sessions",
                own(),
                bearer() + "Content-Type: application/json\r\n",
                "{\"agent\":\"sample\",\"cwd\":\"" + home + "\",\"name\":\"" + evil + "\"}");
        assertEquals(-1, created.indexOf("\r\nSet-Cookie"), created);
        String key = rig.create();
        rig.turn(key, "hello");
        for (String line : List.of(
                "GET /api/v1/x%0d%0aSet-Cookie:%20a=b",
                "GET /api/v1/sessions/" + key + "/export?format=x%0d%0aSet-Cookie:%20a=b",
                "GET /api/v1/search?q=x%0d%0aSet-Cookie:%20a=b",
                "GET /x%0d%0aSet-Cookie:%20a=b")) {
            String answer = ask(line, own(), bearer(), "");
            assertEquals(-1, answer.indexOf("\nSet-Cookie"), answer);
        }
    }
}
