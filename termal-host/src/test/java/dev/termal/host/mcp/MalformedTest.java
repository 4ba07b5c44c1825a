package dev.termal.host.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.Capabilities;
import dev.termal.api.Feature;
import dev.termal.api.RawJson;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.HostTool;
import dev.termal.api.spi.HostToolProvider;
import dev.termal.host.json.Json;
import dev.termal.testkit.FakeContext;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with a message or a schema is told in words, and tells nothing of what the server is made of. */
@Timeout(60)
class MalformedTest {
    private static final Pattern INSIDE = Pattern.compile(
            "jackson|databind|exception|modelcontextprotocol|McpSchema|java\\.|reactor|jakarta|deserial|stackTrace|StackOverflow",
            Pattern.CASE_INSENSITIVE);

    private static final String HEAD = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":";

    private record Tool(String name, RawJson schema) implements HostTool {
        @Override
        public String description() {
            return "";
        }

        @Override
        public CompletionStage<Result> call(RawJson arguments, Context context) {
            return CompletableFuture.completedFuture(Result.text("done"));
        }
    }

    private final List<HostTool> tools = new ArrayList<>(List.of(
            new Tool("add", new RawJson("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}"))));
    private final FakeContext context = FakeContext.create();
    private final HostToolProvider provider = () -> tools;
    private final HostToolBridge bridge = new HostToolBridge(context, () -> List.of(provider));
    private final McpClient client =
            new McpClient(bridge.lender(Surface.of(List.of("all"), bridge::toolNames, "test"), List::of)
                    .lend(
                            Capabilities.of(Feature.MCP_HTTP),
                            SessionRequest.in(Path.of("").toAbsolutePath()),
                            new FakeBorrower())
                    .orElseThrow());

    @AfterEach
    void close() {
        bridge.close();
        context.close();
    }

    private HttpResponse<String> sent(String body) throws Exception {
        HttpResponse<String> response = client.send(body);
        assertFalse(INSIDE.matcher(response.body()).find(), () -> body + "\n" + response.body());
        assertTrue(response.statusCode() < 500, () -> body + "\n" + response.body());
        return response;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "nul",
                "[]",
                "[1]",
                "1",
                "\"x\"",
                "{}",
                "{\"jsonrpc\":\"2.0\"}",
                "\uFEFF{}",
                "{\"jsonrpc\":2,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":[]}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} more"
            })
    void whatIsNoMessageIsABadRequest(String body) throws Exception {
        assertEquals(400, sent(body).statusCode());
    }

    @Test
    void whatIsTooDeepOrTooLargeANumberIsABadRequest() throws Exception {
        assertEquals(400, sent("[".repeat(100_000)).statusCode());
        assertEquals(
                400,
                sent(McpClient.call("add", "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000)))
                        .statusCode());
        assertEquals(
                400,
                sent(McpClient.call("add", "{\"n\":" + "9".repeat(100_000) + "}"))
                        .statusCode());
        sent(McpClient.call("add", "{\"n\":1e999999999}"));
        sent(McpClient.call("add", "{\"a\":".repeat(300) + "1" + "}".repeat(300)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "'\"tools/call\"' | params must be an object and is missing",
                "'\"tools/call\",\"params\":[]' | params must be an object and is an array",
                "'\"tools/call\",\"params\":7' | params must be an object and is a number",
                "'\"tools/call\",\"params\":{}' | params.name must be the name of a tool and is missing",
                "'\"tools/call\",\"params\":{\"name\":true}' | params.name must be the name of a tool and is true or false",
                "'\"tools/call\",\"params\":{\"name\":\"ad\"}' | 'there is no tool \"ad\"; there are add, poll_result'",
                "'\"tools/call\",\"params\":{\"name\":\"add\",\"arguments\":\"x\"}' | params.arguments must be an object and is a string",
                "'\"tools/list\",\"params\":\"x\"' | params must be an object and is a string",
                "'\"ping\",\"params\":[1]' | params must be an object and is an array",
                "'\"no/such\"' | 'Method not found: no/such'",
            })
    void whatIsWrongIsNamed(String rest, String message) throws Exception {
        HttpResponse<String> response = sent(HEAD + rest + "}");
        assertEquals(message, Json.read(response.body()).at("/error/message").asString(), response::body);
        assertEquals(1, Json.read(response.body()).path("id").asInt());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "null", "true", "1.5", "99999999999999999999"})
    void anIdThatIsNoneIsToldSo(String id) throws Exception {
        String body = sent("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}")
                .body();
        assertTrue(Json.read(body).at("/error/message").asString("").startsWith("the id must be"), body);
        assertTrue(Json.read(body).path("id").isNull(), body);
    }

    @Test
    void whatAnAgentTellsOfItselfMayBeAnything() throws Exception {
        for (String params : List.of(
                "", ",\"params\":{}", ",\"params\":{\"protocolVersion\":{},\"capabilities\":[7],\"clientInfo\":7}")) {
            HttpResponse<String> response = sent(HEAD + "\"initialize\"" + params + "}");
            assertEquals(
                    "termal",
                    Json.read(response.body()).at("/result/serverInfo/name").asString(),
                    response::body);
        }
        assertEquals(
                "done",
                McpClient.text(
                        sent(HEAD + "\"tools/call\",\"params\":{\"name\":\"add\",\"arguments\":null,\"_meta\":7}}")));
        assertEquals(
                202,
                sent("{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":7}")
                        .statusCode());
    }

    /** A good message with one character replaced, left out or put in. */
    @Test
    void whateverIsBrokenNothingOfTheInsideIsTold() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String good = HEAD + "\"tools/call\",\"params\":{\"name\":\"add\",\"arguments\":{\"n\":7}}}";
        for (int i = 0; i < 100; i++) {
            StringBuilder body = new StringBuilder(good);
            int at = random.nextInt(good.length());
            String put = String.valueOf("{}[],:\"0x\\-".charAt(random.nextInt(11)));
            body.replace(at, at + random.nextInt(2), random.nextBoolean() ? put : "");
            try {
                sent(body.toString());
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    /** A tool whose schema is broken takes any object, and the other tools are as they were. */
    @ParameterizedTest
    @Tag("R-AG-155")
    @ValueSource(
            strings = {
                "{\"type\":\"object\",\"properties\":7}",
                "{\"type\":\"object\",\"required\":\"a\"}",
                "{\"type\":\"object\",\"$ref\":\"#/nope\"}",
                "{\"type\":\"object\",\"$ref\":\"http://127.0.0.1:1/x\"}",
                "{\"type\":\"object\",\"$schema\":\"urn:nope\"}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"(\"}}}",
                "[]"
            })
    void aBrokenSchemaAllowsAnyObject(String schema) throws Exception {
        tools.add(new Tool("odd", new RawJson(schema)));
        assertTrue(sent(McpClient.LIST).body().contains("\"odd\""));
        assertEquals("done", McpClient.text(sent(McpClient.call("odd", "{\"a\":\"x\"}"))));
        assertTrue(McpClient.result(sent(McpClient.call("add", "{\"n\":\"x\"}")))
                .path("isError")
                .asBoolean());
    }
}
