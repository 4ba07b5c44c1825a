package dev.termal.engine.acp.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.engine.acp.demo.DemoClient.Asked;
import dev.termal.engine.acp.jsonrpc.JsonRpcCall;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import dev.termal.engine.acp.jsonrpc.StreamChannel;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The agent in this process, behind real pipes. */
@Timeout(120)
class DemoServerTest {
    @TempDir
    Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final LinkedBlockingQueue<Integer> exits = new LinkedBlockingQueue<>();
    private DemoClient client;

    /** A client of an agent of its own on the folder's sessions: another one is the agent after a restart. */
    private DemoClient connect() throws IOException {
        Pipe toAgent = Pipe.open();
        Pipe toClient = Pipe.open();
        DemoServer server = new DemoServer(
                channel(toAgent, toClient),
                new SessionFiles(folder.resolve("sessions")),
                Clock.systemUTC(),
                Thread::new,
                exits::add);
        server.start();
        DemoClient connected = new DemoClient(channel(toClient, toAgent));
        opened.add(connected);
        opened.add(server);
        return connected;
    }

    private static StreamChannel channel(Pipe in, Pipe out) {
        return new StreamChannel(
                Channels.newInputStream(in.source()), Channels.newOutputStream(out.sink()), 16 * 1024 * 1024);
    }

    @BeforeEach
    void start() throws IOException {
        client = connect();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private String session() throws InterruptedException {
        client.initialize("{}");
        return client.newSession(folder);
    }

    private String stopReason(String prompt) throws InterruptedException {
        return client.prompt(session(), prompt).path("stopReason").stringValue();
    }

    // Handshake and errors

    @Test
    void itSaysWhatItCan() throws Exception {
        JsonNode result = client.call("initialize", "{'protocolVersion':65535}");

        assertEquals(1, result.path("protocolVersion").intValue(), "its own, whatever was asked");
        JsonNode capabilities = result.path("agentCapabilities");
        assertTrue(capabilities.path("loadSession").booleanValue());
        assertTrue(capabilities.path("promptCapabilities").path("image").booleanValue());
        assertTrue(
                capabilities.path("promptCapabilities").path("embeddedContext").booleanValue());
        assertEquals(
                "{\"list\":{},\"resume\":{},\"close\":{},\"delete\":{}}",
                capabilities.path("sessionCapabilities").toString());
        assertEquals("termal-demo", result.path("agentInfo").path("name").stringValue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_vendor/ask               | {}                                                  | -32601",
                "authenticate              | {'methodId':'x'}                                    | -32601",
                "session/new               | {}                                                  | -32602",
                "session/new               | {'cwd':7}                                           | -32602",
                "session/new               | {'cwd':'relative'}                                  | -32602",
                "session/prompt            | {'sessionId':'nobody','prompt':[]}                  | -32002",
                "session/load              | {'sessionId':'nobody','cwd':'/','mcpServers':[]}    | -32002",
                "session/load              | {'sessionId':'../secret','cwd':'/','mcpServers':[]} | -32002",
                "session/close             | {'sessionId':'nobody'}                              | -32002",
                "session/list              | {'cursor':'x'}                                      | -32602"
            })
    void whatItCannotDoIsAnError(String method, String params, int code) throws Exception {
        assertEquals(code, client.errorOf(method, params.replace("\"", "'")));
    }

    @Test
    void wrongChoicesAreErrorsAndTheSessionGoesOn() throws Exception {
        String id = session();

        assertEquals(-32602, client.errorOf("session/set_mode", "{'sessionId':'" + id + "','modeId':'fly'}"));
        assertEquals(
                -32602,
                client.errorOf(
                        "session/set_config_option", "{'sessionId':'" + id + "','configId':'model','value':true}"));
        assertEquals(
                -32602,
                client.errorOf("session/set_config_option", "{'sessionId':'" + id + "','configId':'x','value':'y'}"));
        assertEquals(-32602, client.errorOf("session/prompt", "{'sessionId':'" + id + "','prompt':'text'}"));
        assertEquals("end_turn", client.prompt(id, "hello").path("stopReason").stringValue());
    }

    // Words

    @Test
    void itSaysWhatItIsAndAnswersWithThePrompt() throws Exception {
        String id = session();

        JsonNode result = client.prompt(id, "hello there");

        assertEquals("end_turn", result.path("stopReason").stringValue());
        assertEquals("Demo agent, no model behind it. You said: hello there\n", client.said());
        assertEquals(2, result.path("usage").path("inputTokens").intValue());
        assertEquals(10, result.path("usage").path("outputTokens").intValue());
        assertEquals(12, result.path("usage").path("totalTokens").intValue());
        assertEquals(12, client.updates("usage_update").get(0).path("used").intValue());
        assertEquals(
                "hello there",
                client.updates("session_info_update").get(0).path("title").stringValue());
        assertEquals(1, client.updates("available_commands_update").size());
        assertEquals("The prompt has 2 words. ", client.text("agent_thought_chunk"));
        client.updates.forEach(
                update -> assertEquals(id, update.path("sessionId").stringValue()));

        client.prompt(id, "more");
        assertEquals(22, client.updates("usage_update").get(1).path("used").intValue(), "of the whole session");
        assertEquals(1, client.updates("session_info_update").size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "/help"})
    void helpNamesEveryWord(String prompt) throws Exception {
        assertEquals("end_turn", stopReason(prompt));

        for (Word word : Word.values()) {
            assertTrue(client.said().contains("\n  " + word.spelled()), word.spelled());
        }
        assertTrue(client.said().contains("fail:<crash|hang|noise|auth|lost|limit|empty|error>"));
    }

    @Test
    void planIsWorkedThrough() throws Exception {
        assertEquals("end_turn", stopReason("plan"));

        List<JsonNode> plans = client.updates("plan");
        assertEquals("[in_progress, pending, pending]", statuses(plans.get(0)));
        assertEquals("[completed, completed, completed]", statuses(plans.get(3)));
        assertEquals(4, plans.size());
    }

    private static String statuses(JsonNode plan) {
        List<String> statuses = new ArrayList<>();
        plan.path("entries").forEach(entry -> statuses.add(entry.path("status").stringValue()));
        return statuses.toString();
    }

    @Test
    void toolReadsTheFolder() throws Exception {
        Files.writeString(folder.resolve("a.txt"), "");
        assertEquals("end_turn", stopReason("tool"));

        JsonNode start = client.updates("tool_call").get(0);
        assertEquals("pending", start.path("status").stringValue());
        assertEquals("read", start.path("kind").stringValue());
        List<JsonNode> updates = client.updates("tool_call_update");
        assertEquals("in_progress", updates.get(0).path("status").stringValue());
        assertEquals("completed", updates.get(1).path("status").stringValue());
        assertEquals(
                "2 entries\na.txt\nsessions",
                updates.get(1)
                        .path("content")
                        .path(0)
                        .path("content")
                        .path("text")
                        .stringValue());
    }

    @Test
    void toolSaysThatAFolderIsGone() throws Exception {
        client.initialize("{}");
        String id = client.newSession(folder.resolve("gone"));

        assertEquals("end_turn", client.prompt(id, "tool").path("stopReason").stringValue());

        assertEquals(
                "failed",
                client.updates("tool_call_update").get(1).path("status").stringValue());
    }

    @Test
    void diffShowsAChangeAndTouchesNothing() throws Exception {
        assertEquals("end_turn", stopReason("diff"));

        JsonNode diff = client.updates("tool_call").get(0).path("content").path(0);
        assertEquals("diff", diff.path("type").stringValue());
        assertEquals(folder.resolve("demo.txt").toString(), diff.path("path").stringValue());
        assertNotEquals(diff.path("oldText"), diff.path("newText"));
        assertEquals(
                "completed",
                client.updates("tool_call_update").get(1).path("status").stringValue());
        assertFalse(Files.exists(folder.resolve("demo.txt")));
    }

    @ParameterizedTest
    @CsvSource({"allow-once, completed", "allow-always, completed", "reject-once, failed", "reject-always, failed"})
    void permissionIsHeeded(String option, String status) throws Exception {
        String id = session();
        JsonRpcCall prompt = client.startPrompt(id, "permission");
        Asked asked = client.asked.take();
        assertEquals("session/request_permission", asked.method());
        assertEquals(id, asked.params().path("sessionId").stringValue());
        assertEquals(4, asked.params().path("options").size());

        asked.responder().result(DemoClient.json("{'outcome':{'outcome':'selected','optionId':'" + option + "'}}"));

        assertEquals(
                "end_turn",
                prompt.await(Duration.ofSeconds(60)).path("stopReason").stringValue());
        List<JsonNode> updates = client.updates("tool_call_update");
        JsonNode last = updates.get(updates.size() - 1);
        assertEquals(status, last.path("status").stringValue());
        assertEquals(asked.params().path("toolCall").path("toolCallId"), last.path("toolCallId"));

        if (option.endsWith("always")) {
            client.prompt(id, "permission"); // is not asked again
            JsonNode second = client.updates("tool_call_update")
                    .get(client.updates("tool_call_update").size() - 1);
            assertEquals(status, second.path("status").stringValue());
            assertNotEquals(last.path("toolCallId"), second.path("toolCallId"));
        }
    }

    @Test
    void aPermissionAnsweredCancelledCancelsTheTurn() throws Exception {
        JsonRpcCall prompt = client.startPrompt(session(), "permission");
        client.asked.take().responder().result(DemoClient.json("{'outcome':{'outcome':'cancelled'}}"));

        assertEquals(
                "cancelled",
                prompt.await(Duration.ofSeconds(60)).path("stopReason").stringValue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'action':'accept','content':{'name':'Ada'}} | You answered: {\"name\":\"Ada\"}",
                "{'action':'decline'}                         | You declined to answer.",
                "{'action':'cancel'}                          | The question was not answered."
            },
            quoteCharacter = '`')
    void questionRepeatsTheAnswer(String answer, String said) throws Exception {
        client.initialize("{'elicitation':{'form':{}}}");
        JsonRpcCall prompt = client.startPrompt(client.newSession(folder), "question");
        Asked asked = client.asked.take();
        assertEquals("elicitation/create", asked.method());
        assertEquals("form", asked.params().path("mode").stringValue());
        assertEquals(
                "string",
                asked.params()
                        .path("requestedSchema")
                        .path("properties")
                        .path("name")
                        .path("type")
                        .stringValue());

        asked.responder().result(DemoClient.json(answer));

        prompt.await(Duration.ofSeconds(60));
        assertTrue(client.said().endsWith(said + "\n"), client.said());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'elicitation':{}}", "{'elicitation':{'url':{}}}"})
    void nobodyIsAskedWhoTakesNoQuestions(String capabilities) throws Exception {
        client.initialize(capabilities);

        client.prompt(client.newSession(folder), "question");

        assertTrue(client.asked.isEmpty());
        assertTrue(client.said().contains("takes none"));
    }

    @Test
    void imageDrawsAPng() throws Exception {
        assertEquals("end_turn", stopReason("image"));

        JsonNode content = client.updates("agent_message_chunk").get(2).path("content");
        byte[] png = Base64.getDecoder().decode(content.path("data").stringValue());
        assertEquals("image/png", content.path("mimeType").stringValue());
        assertEquals("PNG", new String(png, 1, 3, StandardCharsets.US_ASCII));
        assertEquals(8, png[19], "its width");
    }

    @Test
    void chunksComeInOrder() throws Exception {
        assertEquals("end_turn", stopReason("chunks:1000"));

        List<JsonNode> chunks = client.updates("agent_message_chunk");
        assertEquals(1002, chunks.size());
        for (int i = 1; i < 1000; i++) {
            assertEquals(i + " ", chunks.get(i + 1).path("content").path("text").stringValue());
        }
    }

    @Test
    void wordsActInTheirOrder() throws Exception {
        assertEquals("end_turn", stopReason("first tool then slow:1 and plan, then /diff"));

        String said = client.said();
        assertTrue(said.indexOf("entries") < said.indexOf("Done waiting"));
        assertTrue(said.indexOf("Done waiting") < said.indexOf("the change I would make"));
        assertTrue(client.updates("plan").isEmpty(), "\"plan,\" is no word");
    }

    @Test
    void wrongArgumentsAreSaid() throws Exception {
        assertEquals("end_turn", stopReason("slow:soon chunks:99999999 fail:badly slow plan:x"));

        assertTrue(client.said().contains("slow: wants a number up to 1000000, not \"soon\"."));
        assertTrue(client.said().contains("chunks: wants a number up to 1000000, not \"99999999\"."));
        assertTrue(client.said().contains("fail: wants one of crash, hang"));
    }

    @Test
    void attachmentsAreNamedAndTheirTextIsNoCommand() throws Exception {
        String id = session();

        client.call(
                "session/prompt",
                "{'sessionId':'" + id + "','prompt':[{'type':'text','text':'fail:error'},{'type':'text','text':'look'},"
                        + "{'type':'image','mimeType':'image/png','data':'AAAA'},"
                        + "{'type':'resource','resource':{'uri':'file:///a','text':'plan'}},"
                        + "{'type':'resource_link','name':'b','uri':'file:///b'},{'type':'hologram'}]}");

        assertEquals(
                "Demo agent, no model behind it. You said: fail:error\nlook\n"
                        + "Received: image image/png, 3 bytes\n"
                        + "Received: the content of file:///a, 4 characters\n"
                        + "Received: a link to file:///b\n"
                        + "Received: something of type \"hologram\"\n",
                client.said());
    }

    @Test
    void theTitleIsTheBeginningOfTheFirstPrompt() throws Exception {
        client.prompt(session(), "😀".repeat(70));

        assertEquals(
                "😀".repeat(60) + "…",
                client.updates("session_info_update").get(0).path("title").stringValue());
    }

    // Failures

    @Test
    void crashEndsWithCode3AfterSomeText() throws Exception {
        client.startPrompt(session(), "hello fail:crash plan");

        assertEquals(3, exits.take());
        String id = connect()
                .call("session/list", "{}")
                .path("sessions")
                .path(0)
                .path("sessionId")
                .stringValue();
        DemoClient later = connect();
        later.call("session/load", "{'sessionId':'" + id + "','cwd':'/','mcpServers':[]}");
        assertTrue(later.said().contains("And now it crashes."), "kept what was said");
    }

    @Test
    void hangIsNeverAnswered() throws Exception {
        String id = session();
        JsonRpcCall prompt = client.startPrompt(id, "fail:hang");
        client.cancel(id);
        prompt.requestCancel();

        assertEquals(-32600, client.errorOf("session/prompt", "{'sessionId':'" + id + "','prompt':[]}"));
        assertFalse(prompt.future().isDone());
        client.call("session/close", "{'sessionId':'" + id + "'}");
        assertFalse(prompt.future().isDone());
    }

    @Test
    void noiseIsNoise() throws Exception {
        assertEquals("end_turn", stopReason("fail:noise"));

        assertEquals(4, client.peer.diagnostics().noiseLines());
        assertTrue(client.said().endsWith("That was noise.\n"));
    }

    @ParameterizedTest
    @CsvSource({"auth, -32000", "error, -32603"})
    void errorsAreAnswersAndTheSessionGoesOn(String failure, int code) throws Exception {
        String id = session();

        JsonRpcException error = assertThrows(JsonRpcException.class, () -> client.prompt(id, "fail:" + failure));

        assertEquals(code, error.code());
        assertEquals("end_turn", client.prompt(id, "hello").path("stopReason").stringValue());
    }

    @Test
    void limitStopsAfterText() throws Exception {
        assertEquals("max_tokens", stopReason("fail:limit plan"));

        assertTrue(client.said().endsWith("Here the tokens end"));
        assertTrue(client.updates("plan").isEmpty());
    }

    @Test
    void emptySaysNothing() throws Exception {
        assertEquals("end_turn", stopReason("hello fail:empty"));

        assertEquals("", client.said());
        assertEquals("", client.text("agent_thought_chunk"));
    }

    @Test
    void lostIsUnknownFromThenOn() throws Exception {
        String id = session();
        client.prompt(id, "fail:lost");
        String params = "{'sessionId':'" + id + "','cwd':'/','mcpServers':[]}";

        assertEquals(-32002, client.errorOf("session/load", params));
        DemoClient restarted = connect();
        assertEquals(-32002, restarted.errorOf("session/load", params));
        assertEquals(-32002, restarted.errorOf("session/resume", params));
        assertEquals(0, restarted.call("session/list", "{}").path("sessions").size());
    }

    // Cancelling

    @ParameterizedTest
    @ValueSource(strings = {"slow:1000000", "chunks:1000000", "permission", "question"})
    void cancelEndsTheTurnPromptly(String word) throws Exception {
        client.initialize("{'elicitation':{'form':{}}}");
        String id = client.newSession(folder);
        JsonRpcCall prompt = client.startPrompt(id, word);
        if (word.equals("permission") || word.equals("question")) {
            client.asked.take();
        }

        client.cancel(id);

        assertEquals(
                "cancelled",
                prompt.await(Duration.ofSeconds(60)).path("stopReason").stringValue());
        assertEquals("end_turn", client.prompt(id, "again").path("stopReason").stringValue());
    }

    @Test
    void cancelWithoutATurnIsNothing() throws Exception {
        String id = session();
        client.cancel(id);
        client.cancel("nobody");
        client.peer.notify("session/cancel", DemoClient.json("{}"));
        client.peer.notify("_vendor/note", DemoClient.json("{}"));

        assertEquals("end_turn", client.prompt(id, "hello").path("stopReason").stringValue());
        assertEquals(0, client.peer.diagnostics().ignoredFrames(), "nothing came back");
    }

    @Test
    void closingCancelsFirst() throws Exception {
        String id = session();
        JsonRpcCall prompt = client.startPrompt(id, "slow:1000000");

        client.call("session/close", "{'sessionId':'" + id + "'}");

        assertTrue(prompt.future().isDone(), "answered before the close was");
        assertEquals("cancelled", prompt.future().join().path("stopReason").stringValue());
        assertEquals(-32002, client.errorOf("session/prompt", "{'sessionId':'" + id + "','prompt':[]}"));
    }

    // Sessions

    @Test
    void severalSessionsDoNotDisturbEachOther() throws Exception {
        client.initialize("{}");
        String slow = client.newSession(folder);
        String fast = client.newSession(folder);
        JsonRpcCall waiting = client.startPrompt(slow, "slow:1000000");

        assertEquals("end_turn", client.prompt(fast, "hello").path("stopReason").stringValue());
        assertFalse(waiting.future().isDone());
        client.cancel(fast);
        client.cancel(slow);
        assertEquals(
                "cancelled",
                waiting.await(Duration.ofSeconds(60)).path("stopReason").stringValue());
    }

    @Test
    void loadRepeatsEverythingAfterARestart() throws Exception {
        String id = session();
        client.call("session/set_mode", "{'sessionId':'" + id + "','modeId':'plan'}");
        client.call("session/set_config_option", "{'sessionId':'" + id + "','configId':'model','value':'shout'}");
        client.prompt(id, "one \\uD83D \\u2028");
        client.prompt(id, "two plan");
        String said = client.said();

        DemoClient restarted = connect();
        restarted.initialize("{}");
        JsonNode result =
                restarted.call("session/load", "{'sessionId':'" + id + "','cwd':'" + folder + "','mcpServers':[]}");

        assertEquals("one \uD83D \u2028two plan", restarted.text("user_message_chunk"));
        assertEquals(said, restarted.said());
        assertTrue(said.contains("YOU SAID") || said.contains("ONE"), "shouted");
        assertEquals(4, restarted.updates("plan").size());
        assertEquals("plan", result.path("modes").path("currentModeId").stringValue());
        assertEquals(
                "shout",
                result.path("configOptions").path(1).path("currentValue").stringValue());
        assertEquals(
                "end_turn", restarted.prompt(id, "three").path("stopReason").stringValue());
    }

    @Test
    void resumeRepeatsNothing() throws Exception {
        String id = session();
        client.prompt(id, "one");

        DemoClient restarted = connect();
        restarted.call("session/resume", "{'sessionId':'" + id + "','cwd':'/'}");
        restarted.prompt(id, "two");

        assertEquals("Demo agent, no model behind it. You said: two\n", restarted.said());
        assertEquals("", restarted.text("user_message_chunk"));
    }

    @Test
    void whatCannotBeReadIsNotThere() throws Exception {
        String id = session();
        client.prompt(id, "one");
        Path file = folder.resolve("sessions").resolve(id + ".jsonl");
        Path broken = folder.resolve("sessions/broken.jsonl");
        Files.writeString(broken, "{\"sessionId\":");
        Files.writeString(folder.resolve("sessions/empty.jsonl"), "");
        Files.writeString(folder.resolve("sessions").resolve(id + ".tmp"), "left by a killed process");
        Files.write(folder.resolve("sessions/binary.jsonl"), new byte[] {(byte) 0xff, 0, 1});
        Files.writeString(file, Files.readString(file) + "{\"sessionUpdate\":\"agent_mess");

        DemoClient restarted = connect();

        assertEquals(1, restarted.call("session/list", "{}").path("sessions").size());
        assertEquals(-32002, restarted.errorOf("session/load", "{'sessionId':'broken','cwd':'/','mcpServers':[]}"));
        restarted.call("session/load", "{'sessionId':'" + id + "','cwd':'/','mcpServers':[]}");
        assertTrue(restarted.said().contains("You said: one"));
        assertEquals("end_turn", restarted.prompt(id, "two").path("stopReason").stringValue());
    }

    @Test
    void theListIsPagedAndFiltered() throws Exception {
        client.initialize("{}");
        for (int i = 0; i < 101; i++) {
            client.newSession(folder);
        }
        client.newSession(folder.resolve("other"));

        JsonNode first = client.call("session/list", "{}");
        JsonNode second = client.call(
                "session/list", "{'cursor':'" + first.path("nextCursor").stringValue() + "'}");

        assertEquals(100, first.path("sessions").size());
        assertEquals(2, second.path("sessions").size());
        assertFalse(second.has("nextCursor"));
        assertEquals(
                1,
                client.call("session/list", "{'cwd':'" + folder.resolve("other") + "'}")
                        .path("sessions")
                        .size());
    }

    @Test
    void deletedIsGoneAndDeletingNothingIsFine() throws Exception {
        String id = session();
        JsonRpcCall prompt = client.startPrompt(id, "slow:1000000");

        client.call("session/delete", "{'sessionId':'" + id + "'}");
        client.call("session/delete", "{'sessionId':'" + id + "'}");
        client.call("session/delete", "{'sessionId':'../../x'}");

        assertTrue(prompt.future().isDone());
        assertEquals(0, client.call("session/list", "{}").path("sessions").size());
        try (var files = Files.list(folder.resolve("sessions"))) {
            assertEquals(0, files.count());
        }
    }

    // Options

    @Test
    void booleanOptionsAreForThoseWhoKnowThem() throws Exception {
        client.initialize("{}");
        String plain = "{'cwd':'/','mcpServers':[]}";
        assertEquals(3, client.call("session/new", plain).path("configOptions").size());

        client.initialize("{'session':{'configOptions':{'boolean':{}}}}");
        JsonNode opened = client.call("session/new", plain);
        assertEquals(4, opened.path("configOptions").size());
        JsonNode result = client.call(
                "session/set_config_option",
                "{'sessionId':" + opened.path("sessionId")
                        + ",'configId':'count_words','type':'boolean','value':true}");

        assertTrue(result.path("configOptions").path(3).path("currentValue").booleanValue());
        client.prompt(opened.path("sessionId").stringValue(), "a b c");
        assertTrue(client.said().endsWith("Your prompt had 3 words.\n"));
    }

    @Test
    void theModeIsOneWhereverItIsSet() throws Exception {
        String id = session();

        client.call("session/set_mode", "{'sessionId':'" + id + "','modeId':'plan'}");
        client.prompt(id, "tool"); // and everything before it has arrived
        assertEquals(
                "plan",
                client.updates("config_option_update")
                        .get(0)
                        .path("configOptions")
                        .path(0)
                        .path("currentValue")
                        .stringValue());
        assertTrue(client.updates("tool_call").isEmpty());
        assertTrue(client.said().endsWith("In plan mode no tool is used.\n"));

        client.call("session/set_config_option", "{'sessionId':'" + id + "','configId':'mode','value':'chat'}");
        client.prompt(id, "tool");
        assertEquals(
                "chat",
                client.updates("current_mode_update")
                        .get(0)
                        .path("currentModeId")
                        .stringValue());
        assertEquals(1, client.updates("tool_call").size());
    }

    @Test
    void thinkingCanBeMoreOrNone() throws Exception {
        String id = session();

        client.call(
                "session/set_config_option", "{'sessionId':'" + id + "','configId':'thought_level','value':'none'}");
        client.prompt(id, "plan");
        assertEquals("", client.text("agent_thought_chunk"));
        client.call(
                "session/set_config_option", "{'sessionId':'" + id + "','configId':'thought_level','value':'high'}");
        client.prompt(id, "plan");
        assertEquals("The prompt has 1 words. Next: plan. ", client.text("agent_thought_chunk"));
    }
}
