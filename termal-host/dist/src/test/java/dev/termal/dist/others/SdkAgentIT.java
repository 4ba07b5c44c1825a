package dev.termal.dist.others;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import dev.termal.testkit.NpmPackages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The packaged host on an agent that is built upon the protocol's own TypeScript SDK and uses all of the protocol. */
class SdkAgentIT extends RunTest {
    private String[] command;

    @BeforeEach
    void install() throws Exception {
        Path program = folder.resolve("sdk-agent.mjs");
        try (InputStream source = getClass().getResourceAsStream("/others/sdk-agent.mjs")) {
            Files.copy(Objects.requireNonNull(source), program);
        }
        Path sdk = NpmPackages.folder("@agentclientprotocol/sdk", "2.4.0")
                .resolve("@agentclientprotocol/sdk/dist/v1/stable/acp.js");
        command = new String[] {NpmPackages.node().toString(), program.toString(), sdk.toString()};
    }

    private Ended run(String prompt, String... options) {
        List<String> arguments = new ArrayList<>(List.of("run", "-o", "json", "--agent-cmd"));
        arguments.add(JsonMapper.shared().writeValueAsString(command));
        arguments.addAll(List.of(options));
        arguments.add(prompt);
        return host.run(arguments.toArray(String[]::new));
    }

    private Ended everything() throws IOException {
        Path answers = folder.resolve("answers.json");
        Files.writeString(
                answers,
                "[{\"match\":{\"field\":\"colour\"},"
                        + "\"answer\":{\"colour\":\"blue\",\"many\":[\"a\",\"b\"],\"number\":7,\"sure\":false}}]");
        Ended ended = run("everything", "--permissions", "auto", "--answers", answers.toString());
        assertEnded(ended, "done", 0);
        return ended;
    }

    /** What is known of the session at the end: a line says only what has changed. */
    private static JsonNode state(Ended ended) {
        ObjectNode known = JsonMapper.shared().createObjectNode();
        for (JsonNode line : ended.events("state")) {
            line.properties().forEach(part -> known.set(part.getKey(), part.getValue()));
        }
        return known;
    }

    @Test
    void everyKindOfUpdateIsAnEvent() throws Exception {
        Ended ended = everything();
        assertEquals(List.of("hm"), texts(ended, "thought"));
        assertEquals(
                List.of("in_progress", "completed"),
                ended.events("plan").stream()
                        .map(plan -> plan.path("entries").path(0).path("status").asString(""))
                        .toList());
        JsonNode state = state(ended);
        assertEquals("A title", state.path("title").asString(), state::toString);
        assertEquals("code", state.path("mode").asString(), state::toString);
        assertEquals("reset", state.path("commands").path(0).path("name").asString());
        assertEquals("m-smart", state.path("options").path(0).path("value").asString());
        assertEquals(
                "m-smart",
                state.path("options")
                        .path(0)
                        .path("choices")
                        .path(1)
                        .path("value")
                        .asString(),
                state::toString);
        assertEquals("true", state.path("options").path(1).path("value").asString(), state::toString);
        JsonNode usage = ended.event("turn_ended").path("usage");
        assertEquals(1234, usage.path("contextUsed").asInt(), usage::toString);
        assertEquals("USD", usage.path("cost").path("currency").asString(), usage::toString);
        assertTrue(texts(ended, "notice").contains("Careful: it is late"), ended::toString);
        assertEquals(
                List.of("compaction_update", "compaction_summary_chunk"),
                ended.events("extension").stream()
                        .map(event -> event.path("name").asString(""))
                        .toList());
        assertEquals(
                List.of("image", "audio", "resource_link", "resource"),
                ended.events("message").stream()
                        .map(message -> message.path("content").path("type").asString(""))
                        .filter(type -> !type.isEmpty())
                        .toList());
        JsonNode edit = ended.events("tool_call").get(0);
        assertEquals("diff", edit.path("content").path(0).path("type").asString(), edit::toString);
        assertEquals("old", edit.path("content").path(0).path("oldText").asString(), edit::toString);
        assertEquals(3, edit.path("locations").path(0).path("line").asInt(), edit::toString);
        assertEquals("completed", lastToolCall(ended).path("status").asString());
    }

    @Test
    void everyRequestIsAnswered() throws Exception {
        Ended ended = everything();
        assertEquals(
                "true",
                ended.event("permission_requested")
                        .path("toolCall")
                        .path("command")
                        .asString());
        assertEquals("""
                permission: {"outcome":"selected","optionId":"yes"}

                form: {"action":"accept","content":{"colour":"blue","many":["a","b"],"number":7,"sure":false}}
                fs/read_text_file: -32601
                fs/write_text_file: -32601
                terminal/create: -32601
                _vendor/ask: -32601
                """, ended.event("turn_ended").path("text").asString());
    }

    @ParameterizedTest
    @CsvSource({
        "max_tokens, limit, 1",
        "max_turn_requests, limit, 1",
        "refusal, refused, 1",
        "end_turn, empty, 1",
        "fail, agent_error, 1"
    })
    void everyStopReasonIsAnOutcome(String word, String outcome, int exit) {
        Ended ended = run(word, "-m", "m-smart", "--mode", "code", "--option", "web=true");
        assertEnded(ended, outcome, exit);
    }
}
