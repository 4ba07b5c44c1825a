package dev.termal.host.web.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.web.Token;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever is not the person: pages from elsewhere, other users of the machine, programs that flood. */
@Timeout(120)
class ApiAttackTest extends ApiStage {
    private String head(String method, String path, String host, String more) {
        return method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + more + "Connection: close\r\n\r\n";
    }

    private String authorized() {
        return "Authorization: Bearer " + rig.token.text() + "\r\n";
    }

    @Test
    void withoutTheTokenNothingIsTold() throws Exception {
        List<String> tokens = List.of(
                "",
                "Bearer",
                "Bearer ",
                "Bearer x",
                "Basic " + rig.token.text(),
                rig.token.text(),
                "Bearer " + rig.token.text() + "x",
                "Bearer " + rig.token.text().substring(1));
        for (String path : List.of("/info", "/sessions", "/events", "/sessions/x/events", "/nothing", "/settings")) {
            for (String token : tokens) {
                HttpRequest.Builder request = HttpRequest.newBuilder(rig.uri("/api/v1" + path));
                if (!token.isEmpty()) {
                    request.header("Authorization", token);
                }
                HttpResponse<String> response = rig.send(request.build());
                assertEquals(401, response.statusCode(), path + " with " + token);
                assertEquals(
                        "Bearer",
                        response.headers().firstValue("WWW-Authenticate").orElse(""));
                assertFalse(response.body().contains(rig.token.text()));
            }
        }
        assertEquals(
                401,
                rig.send(HttpRequest.newBuilder(rig.uri("/api/v1/info?token=" + rig.token.text()))
                                .build())
                        .statusCode());
        assertEquals(
                200,
                rig.send(HttpRequest.newBuilder(rig.uri("/api/v1/openapi.json")).build())
                        .statusCode());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.test", "evil.test:80", "127.0.0.1.evil.test", "localhost.evil.test", "0.0.0.0", "[::2]"})
    void anotherHostIsForeign(String host) throws Exception {
        for (String path : List.of("/", "/api/v1/info", "/api/v1/openapi.json", "/api/v1/events")) {
            assertEquals(403, HttpRig.status(rig.raw(head("GET", path, host, authorized()))), path);
        }
        assertEquals(403, HttpRig.status(rig.raw(head("GET", "http://" + host + "/api/v1/info", host, authorized()))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.test", "null", "http://127.0.0.1:1", "https://127.0.0.1", "file://", "x"})
    void anotherOriginIsForeign(String origin) throws Exception {
        String own = "127.0.0.1:" + rig.port();
        for (String path : List.of("/", "/api/v1/info", "/api/v1/events")) {
            assertEquals(
                    403,
                    HttpRig.status(rig.raw(head("GET", path, own, "Origin: " + origin + "\r\n" + authorized()))),
                    path);
        }
        assertEquals(
                403,
                HttpRig.status(rig.raw(head(
                        "OPTIONS",
                        "/api/v1/sessions",
                        own,
                        "Origin: " + origin + "\r\nAccess-Control-Request-Method: POST\r\n"))));
    }

    @Test
    void thePageMayAskAndNoOtherIsInvited() throws Exception {
        String own = "127.0.0.1:" + rig.port();
        String answer = rig.raw(head("GET", "/api/v1/info", own, "Origin: http://" + own + "\r\n" + authorized()));
        assertEquals(200, HttpRig.status(answer));
        assertFalse(answer.contains("Access-Control-"), answer);
        assertTrue(answer.contains("nosniff") && answer.contains("no-store") && answer.contains("same-origin"), answer);
        assertFalse(answer.contains("Server:"), answer);
    }

    @Test
    void thePageRunsItsOwnScriptsAlone() throws Exception {
        HttpResponse<String> page =
                rig.send(HttpRequest.newBuilder(rig.uri("/")).build());
        assertEquals(200, page.statusCode());
        String policy = page.headers().firstValue("Content-Security-Policy").orElse("");
        for (String part : List.of(
                "default-src 'none'",
                "script-src 'self'",
                "frame-ancestors 'none'",
                "require-trusted-types-for 'script'",
                "connect-src 'self'",
                "base-uri 'none'",
                "form-action 'none'")) {
            assertTrue(policy.contains(part), policy);
        }
        assertFalse(policy.contains("unsafe"), policy);
        assertEquals("no-referrer", page.headers().firstValue("Referrer-Policy").orElse(""));
        assertFalse(page.body().contains(rig.token.text()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../serve.token",
                "/..%2fserve.token",
                "/%2e%2e/serve.token",
                "/%2e%2e%2fserve.token",
                "/./PageHandler.class",
                "/PageHandler.class",
                "/package-info.class",
                "/../api/openapi.json",
                "/page/../../api/openapi.json",
                "//etc/passwd",
                "/etc/passwd",
                "/index.html/",
                "/index.html%00.js",
                "/%5c..%5capi%5copenapi.json",
                "/.hidden.js",
                "/index.htm",
                "/a/b/../../../version.properties",
                "/index.html;x=/../../y.js"
            })
    void noFileButThoseOfThePage(String path) throws Exception {
        int status = HttpRig.status(rig.raw(head("GET", path, "localhost:" + rig.port(), "")));
        assertTrue(status == 404 || status == 400, path + " answers " + status);
    }

    @Test
    void aPathOfTheApiCannotBeDisguised() throws Exception {
        String own = "localhost:" + rig.port();
        for (String path : List.of(
                "/api/v1/../v1/info",
                "/api/v1//info",
                "/api//v1/info",
                "/x/../api/v1/info",
                "/API/v1/info",
                "/api/v1/info/",
                "/api/v1/%69nfo",
                "/api/v1/info;a=b")) {
            int status = HttpRig.status(rig.raw(head("GET", path, own, "")));
            assertTrue(status == 401 || status == 404 || status == 400, path + " answers " + status);
        }
    }

    @Test
    void theTokenIsForTheOwnerAlone() throws Exception {
        Path file = home.resolve("serve.token");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertTrue(Token.in(file).isIn(Optional.of("Bearer " + rig.token.text())), "it stays the same");
        assertEquals("token", rig.token.toString());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertFalse(Token.in(file).isIn(Optional.of("Bearer " + rig.token.text())), "others may have read it");
        Token before = Token.in(file);
        assertFalse(Token.renew(file).isIn(Optional.of("Bearer " + before.text())));
    }

    @Test
    void headersAreBounded() throws Exception {
        String own = "localhost:" + rig.port();
        assertEquals(
                431, HttpRig.status(rig.raw(head("GET", "/api/v1/info", own, "X: " + "x".repeat(100_000) + "\r\n"))));
        assertTrue(HttpRig.status(rig.raw(head("GET", "/" + "x".repeat(100_000), own, ""))) >= 400);
        assertEquals(400, HttpRig.status(rig.raw("GET / HTTP/1.1\r\n\r\n")));
        assertTrue(HttpRig.status(rig.raw("nonsense\r\n\r\n")) >= 400);
    }

    @Test
    void slowClientsTakeNoThread() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) { // more than there are threads
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), rig.port());
                socket.getOutputStream()
                        .write("GET /api/v1/info HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
                slow.add(socket);
            }
            assertTrue(rig.get("/info").has("version"));
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void aFloodOfStreamsIsRefusedAndOthersGoOn() throws Exception {
        List<HttpResponse<InputStream>> streams = new ArrayList<>();
        try {
            for (int i = 0; i < ApiLimits.CLIENTS; i++) {
                streams.add(rig.client.send(
                        rig.request("/api/v1/events").build(), HttpResponse.BodyHandlers.ofInputStream()));
            }
            assertEquals(429, rig.ask("GET", "/events").status());
            assertEquals(200, rig.ask("GET", "/info").status());
        } finally {
            for (HttpResponse<InputStream> stream : streams) {
                stream.body().close();
            }
        }
    }

    @Test
    void whatAnAgentSaysIsDataAndNothingElse() throws Exception {
        String evil = "<script>alert(1)</script><img src=x onerror=alert(1)>";
        String key = rig.create(",\"name\":\"" + evil.replace("<", "\\u003c") + "\"");
        rig.turn(key, evil);
        for (String path : List.of(
                "/sessions",
                "/sessions/" + key,
                "/sessions/" + key + "/entries",
                "/sessions/" + key + "/export",
                "/search?q=alert")) {
            HttpResponse<String> response =
                    rig.send(rig.request("/api/v1" + path).build());
            String type = response.headers().firstValue("Content-Type").orElse("");
            assertTrue(type.startsWith("application/json") || type.startsWith("text/markdown"), type);
            assertEquals(
                    "nosniff",
                    response.headers().firstValue("X-Content-Type-Options").orElse(""));
            assertTrue(response.headers()
                    .firstValue("Content-Security-Policy")
                    .orElse("")
                    .contains("sandbox"));
        }
        try (EventClient events = rig.events("/sessions/" + key + "/events")) {
            assertEquals(
                    evil,
                    events.awaitType("turn_started")
                            .json()
                            .get("prompt")
                            .get(0)
                            .get("text")
                            .asString());
        }
    }
}
