package dev.termal.host.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.Capabilities;
import dev.termal.api.ContentBlock;
import dev.termal.api.Feature;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.HostTool;
import dev.termal.api.spi.HostToolProvider;
import dev.termal.testkit.FakeContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the bridge's server answers to whom. Time stands still. */
@Timeout(60)
@Tag("R-AG-195")
class McpHttpTest {
    private static final String PROBLEM =
            "\\{\"type\":\"about:blank\",\"title\":\"[a-zA-Z -]+\",\"status\":[0-9]+," + "\"detail\":\"[a-zA-Z -]+\"}";

    private static final Capabilities HTTP = Capabilities.of(Feature.MCP_HTTP);
    private static final SessionRequest REQUEST = SessionRequest.in(Path.of("").toAbsolutePath());

    private final FakeContext context = FakeContext.create();
    private final FakeTool tool = new FakeTool("slow");
    private final FakeTool other = new FakeTool("other");
    private final FakeBorrower borrower = new FakeBorrower();
    private final HostToolProvider provider = () -> List.of(tool, other);
    private final HostToolBridge bridge = new HostToolBridge(context, () -> List.of(provider));
    private Loan loan;
    private McpClient client;

    @BeforeEach
    void lend() {
        loan = lend("all", borrower);
        client = new McpClient(loan);
    }

    @AfterEach
    void close() {
        bridge.close();
        context.close();
    }

    private Loan lend(String words, FakeBorrower to) {
        return bridge.lender(Surface.of(List.of(words), bridge::toolNames, "test"), List::of)
                .lend(HTTP, REQUEST, to)
                .orElseThrow();
    }

    /** Waits for what another thread does, by looking. */
    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private static List<String> names(HttpResponse<String> response) {
        return McpClient.result(response)
                .path("tools")
                .valueStream()
                .map(each -> each.path("name").asString(""))
                .toList();
    }

    private static void assertError(int status, HttpResponse<String> response) {
        assertEquals(status, response.statusCode(), response::body);
        assertTrue(response.body().matches(PROBLEM), response::body);
    }

    @Test
    @Tag("R-AG-153")
    void listsAndCalls() throws Exception {
        JsonNode initialized = McpClient.result(
                client.send(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
                                + "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}"));
        assertEquals("2025-06-18", initialized.path("protocolVersion").asString());
        assertEquals(
                202,
                client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                        .statusCode());
        assertEquals(List.of("slow", "other", "poll_result"), names(client.send(McpClient.LIST)));
        CompletableFuture<HttpResponse<String>> calling = client.sending(McpClient.call("slow", "{\"n\":7}"));
        await(() -> tool.results.size() == 1);
        tool.results
                .get(0)
                .complete(new HostTool.Result(
                        List.of(ContentBlock.text("done"), new ContentBlock.Image("image/png", "AAAA")), false));
        JsonNode content = McpClient.result(calling.get()).path("content");
        assertEquals("image", content.path(0).path("type").asString(), content::toString);
        assertEquals("AAAA", content.path(0).path("data").asString());
        assertEquals("done", content.path(1).path("text").asString());
        assertEquals(List.of("{\"n\":7}"), tool.arguments);
    }

    @Test
    @Tag("PF-57")
    @Tag("R-AG-153")
    void noTokenOpensButTheRightOne() throws Exception {
        assertError(403, McpClient.send(client.post(McpClient.LIST)));
        String token = client.token;
        for (int length = 0; length <= token.length() + 1; length++) {
            String wrong = length <= token.length() ? token.substring(0, length) : token + "0";
            if (!wrong.equals(token)) {
                assertError(403, McpClient.send(client.post(McpClient.LIST).header(Loan.HEADER, wrong)));
            }
        }
        String sameLength = (token.startsWith("0") ? "1" : "0") + token.substring(1);
        assertError(403, McpClient.send(client.post(McpClient.LIST).header(Loan.HEADER, sameLength)));
        assertEquals(200, client.send(McpClient.LIST).statusCode());
    }

    @Test
    void aTokenIsGoodForItsSessionAndDiesWithIt() throws Exception {
        FakeBorrower second = new FakeBorrower("second", Path.of("").toAbsolutePath());
        Loan secondLoan = lend("slow", second);
        McpClient secondClient = new McpClient(secondLoan);
        assertEquals(List.of("slow", "poll_result"), names(secondClient.send(McpClient.LIST)));
        CompletableFuture<HttpResponse<String>> one = client.sending(McpClient.call("slow", "{}"));
        CompletableFuture<HttpResponse<String>> two = secondClient.sending(McpClient.call("slow", "{}"));
        await(() -> tool.results.size() == 2);
        tool.results.get(tool.sessions.indexOf("session")).complete(HostTool.Result.text("for one"));
        tool.results.get(tool.sessions.indexOf("second")).complete(HostTool.Result.text("for two"));
        assertEquals("for one", McpClient.text(one.get()));
        assertEquals("for two", McpClient.text(two.get()));
        assertTrue(
                McpClient.result(secondClient.send(McpClient.call("other", "{}")))
                        .isMissingNode(),
                "a tool that is not lent");
        secondLoan.close();
        assertError(403, secondClient.send(McpClient.LIST));
        assertEquals(200, client.send(McpClient.LIST).statusCode());
    }

    @Test
    @Tag("R-AG-153")
    void theFirstThingThatIsWrongIsTold() throws Exception {
        assertError(405, McpClient.send(HttpRequest.newBuilder(client.url).GET()));
        assertError(405, McpClient.send(HttpRequest.newBuilder(client.url).DELETE()));
        assertError(
                404,
                McpClient.send(HttpRequest.newBuilder(client.url.resolve("/.well-known/oauth-protected-resource"))
                        .GET()));
        assertError(
                404,
                McpClient.send(HttpRequest.newBuilder(client.url.resolve("/mcp/.well-known/x"))
                        .GET()));
        assertError(403, McpClient.send(client.post("no json"))); // who may not come in is not read
        assertError(400, client.send("no json"));
        assertError(400, client.send("[" + McpClient.LIST + "]"));
        assertError(400, client.send("{\"id\":1,\"method\":\"tools/list\"}"));
        assertError(400, client.send("{\"jsonrpc\":\"2.0\",\"id\":1}"));
        assertError(400, client.send(""));
        assertError(400, client.send("[".repeat(5_000)));
    }

    @Test
    @Tag("PF-59")
    void aBodyThatIsTooLongIsRefusedAndTheNextRequestIsFine() throws Exception {
        String longest = McpClient.call("slow", "{\"text\":\"" + "x".repeat(900_000) + "\"}");
        CompletableFuture<HttpResponse<String>> calling = client.sending(longest);
        await(() -> tool.results.size() == 1);
        tool.results.get(0).complete(HostTool.Result.text("ok"));
        assertEquals("ok", McpClient.text(calling.get()));
        String padded = McpClient.LIST + " ".repeat(1_000_000 - McpClient.LIST.length());
        assertEquals(200, client.send(padded).statusCode());
        HttpResponse<String> refused = client.send(padded + " ");
        assertError(413, refused);
        assertEquals("close", refused.headers().firstValue("Connection").orElse(""));
        // of unknown length
        byte[] bytes = (padded + " ".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
        assertError(
                413,
                McpClient.send(client.post("")
                        .header(Loan.HEADER, client.token)
                        .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(bytes)))));
        assertEquals(200, client.send(McpClient.LIST).statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-07-28", "2025-11-25", "junk", "1999-01-01"})
    @Tag("PF-58")
    void anyVersionIsSpokenTo(String version) throws Exception {
        HttpResponse<String> listed = McpClient.send(
                client.post(McpClient.LIST).header(Loan.HEADER, client.token).header("MCP-Protocol-Version", version));
        assertEquals(200, listed.statusCode(), listed::body);
        JsonNode initialized =
                McpClient.result(client.send("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
                        + "{\"protocolVersion\":\"" + version
                        + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}"));
        assertEquals("2025-11-25", initialized.path("protocolVersion").asString());
    }

    @Test
    @Tag("PF-66")
    void aStaleSessionIdIsOfNoMeaning() throws Exception {
        HttpResponse<String> listed = McpClient.send(
                client.post(McpClient.LIST).header(Loan.HEADER, client.token).header("mcp-session-id", "of yesterday"));
        assertEquals(200, listed.statusCode(), listed::body);
    }

    @Test
    void aSlowCallIsPromisedAndNobodyWaitsForIt() throws Exception {
        CompletableFuture<HttpResponse<String>> calling = client.sending(McpClient.call("slow", "{}"));
        await(() -> tool.results.size() == 1);
        assertEquals(200, client.send(McpClient.LIST).statusCode());
        context.advance(Calls.EARLY);
        String promise = McpClient.text(calling.get());
        assertTrue(promise.startsWith("STILL RUNNING"), promise);
        String id = borrower.shown.get(0).id();
        CompletableFuture<HttpResponse<String>> asking =
                client.sending(McpClient.call("poll_result", "{\"callId\":\"" + id + "\"}"));
        tool.results.get(0).complete(HostTool.Result.text("at last"));
        assertEquals("at last", McpClient.text(asking.get()));
    }

    @Test
    @Tag("PF-60")
    void aClientThatHangsUpIsNoticed() throws Exception {
        try (Socket socket = new Socket(client.url.getHost(), client.url.getPort())) {
            write(socket, McpClient.call("slow", "{}"));
            await(() -> tool.results.size() == 1);
        }
        await(() -> borrower.holds.get() == 0);
        tool.results.get(0).complete(HostTool.Result.text("late"));
        assertEquals(1, borrower.prompts.size());
        assertEquals(200, client.send(McpClient.LIST).statusCode());
    }

    private void write(Socket socket, String body) throws IOException {
        OutputStream out = socket.getOutputStream();
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        out.write(("POST /mcp HTTP/1.1\r\nHost: localhost\r\n" + Loan.HEADER + ": " + client.token
                        + "\r\nContent-Length: " + bytes.length + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        out.write(bytes);
        out.flush();
    }

    /** Nothing that follows on the connection harms the answer, and it is the last one there. */
    @Test
    void whatIsSentBehindACallIsNotAnswered() throws Exception {
        try (Socket socket = new Socket(client.url.getHost(), client.url.getPort())) {
            write(socket, McpClient.call("slow", "{}"));
            await(() -> tool.results.size() == 1);
            write(socket, McpClient.LIST);
            tool.results.get(0).complete(HostTool.Result.text("ok"));
            InputStream in = socket.getInputStream();
            String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(all.startsWith("HTTP/1.1 200"), all);
            assertTrue(all.contains("\"text\":\"ok\""), all);
            assertEquals(1, all.split("HTTP/1.1", -1).length - 1, all);
        }
        assertFalse(borrower.prompts.contains("late"));
    }

    @Test
    void aCallMayBeWithdrawn() throws Exception {
        CompletableFuture<HttpResponse<String>> calling = client.sending(McpClient.call("slow", "{}"));
        await(() -> tool.results.size() == 1);
        assertEquals(
                202,
                client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}")
                        .statusCode());
        assertTrue(McpClient.result(calling.get()).path("isError").asBoolean());
        assertTrue(tool.results.get(0).isCancelled());
    }

    @Test
    void argumentsAreCheckedWithTheSchema() throws Exception {
        JsonNode result = McpClient.result(client.send(McpClient.call("slow", "{\"n\":\"many\"}")));
        assertTrue(result.path("isError").asBoolean(), result::toString);
        assertEquals(List.of(), tool.arguments);
    }

    @Test
    void errorsOfTheLibraryCarryNoStackTraces() throws Exception {
        for (String message : List.of(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":[1]}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"tools/list\",\"params\":7}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"none\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":{}}}")) {
            HttpResponse<String> response = client.send(message);
            assertFalse(response.body().contains("stackTrace"), () -> message + ": " + response.body());
        }
        assertEquals(200, client.send(McpClient.LIST).statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "10.0.0.1"})
    void whoAsksForAnotherMachineIsRefused(String host) throws Exception {
        try (Socket socket = new Socket(client.url.getHost(), client.url.getPort())) {
            String head = "POST /mcp HTTP/1.1\r\nHost: " + host + "\r\n" + Loan.HEADER + ": " + client.token
                    + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answer.matches("(?s)HTTP/1.1 40[03] .*" + PROBLEM), answer);
        }
    }

    @Test
    void aPageOfAnotherOriginIsRefused() throws Exception {
        try (Socket socket = new Socket(client.url.getHost(), client.url.getPort())) {
            String head = "POST /mcp HTTP/1.1\r\nHost: localhost:" + client.url.getPort()
                    + "\r\nOrigin: http://localhost:1\r\n" + Loan.HEADER + ": " + client.token
                    + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answer.startsWith("HTTP/1.1 403"), answer);
        }
    }

    @Test
    void headersThatAreTooLongAreRefused() throws Exception {
        HttpResponse<String> refused =
                McpClient.send(client.post(McpClient.LIST).header("X-Long", "x".repeat(20_000)));
        assertError(431, refused);
    }

    @Test
    @Tag("PF-70")
    void theTokenIsInNoText() {
        assertFalse(loan.toString().contains(client.token), loan::toString);
        assertFalse(loan.in(REQUEST).toString().contains(client.token));
        assertTrue(dev.termal.host.config.EffectiveConfig.looksSecret(Loan.HEADER));
    }

    @Test
    void closingTheBridgeAnswersWhatIsOpen() throws Exception {
        CompletableFuture<HttpResponse<String>> calling = client.sending(McpClient.call("slow", "{}"));
        await(() -> tool.results.size() == 1);
        bridge.close();
        assertTrue(McpClient.result(calling.get(Duration.ofSeconds(30).toMillis(), TimeUnit.MILLISECONDS))
                .path("isError")
                .asBoolean());
        assertTrue(tool.results.get(0).isCancelled());
    }

    @Test
    void nothingIsLentToAnAgentThatCannotReachIt() {
        FakeBorrower unable = new FakeBorrower();
        assertTrue(bridge.lender(Surface.of(List.of("all"), List::of, "test"), List::of)
                .lend(Capabilities.NONE, REQUEST, unable)
                .isEmpty());
        assertEquals(1, unable.told.size());
    }
}
