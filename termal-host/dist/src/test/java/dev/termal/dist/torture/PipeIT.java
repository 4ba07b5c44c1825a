package dev.termal.dist.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedChild;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What comes through a real pipe: too much, too long, in pieces; into a host with a heap of 64 MB. */
class PipeIT extends RunTest {
    private static final int MIB = 1024 * 1024;
    private static final String UPDATE =
            "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s-1\",\"update\":%s}}";
    private static final String CHUNK = String.format(
            UPDATE, "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"%s\"}}");

    /** Runs an agent in shell that does this with a prompt, and answers it then. */
    private Ended run(String format, String... onPrompt) throws Exception {
        host.with("TERMAL_JAVA_OPTS", "-Xmx64m");
        return runInAnyHeap(format, onPrompt);
    }

    private Ended runInAnyHeap(String format, String... onPrompt) throws Exception {
        Path agent = folder.resolve("agent");
        Files.write(
                agent,
                List.of(
                        "#!/bin/sh",
                        "read -r line",
                        "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}'",
                        "read -r line",
                        "echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"s-1\"}}'",
                        "read -r line",
                        String.join("\n", onPrompt),
                        "echo '{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"stopReason\":\"end_turn\"}}'",
                        "read -r line"));
        assertTrue(agent.toFile().setExecutable(true));
        return host.run("run", "--agent-cmd", "[\"" + agent + "\"]", "-o", format, "go");
    }

    /** In shell: this many bytes of a letter. */
    private static String fill(int bytes, char letter) {
        return "head -c " + bytes + " /dev/zero | tr '\\0' " + letter;
    }

    /** The only line of this type, of so much that not every line can be held against the schema. */
    private static JsonNode only(String type, Ended ended) {
        List<String> found = ended.out()
                .lines()
                .filter(line -> line.startsWith("\"type\":\"" + type + "\"", line.indexOf(',') + 1))
                .toList();
        assertEquals(1, found.size(), ended::err);
        return JsonMapper.shared().readTree(found.get(0));
    }

    private static String outcome(Ended ended) {
        return only("turn_ended", ended).path("outcome").stringValue();
    }

    @Test
    @Tag("FRAME-06")
    void aLineWithoutEnd() throws Exception {
        Ended ended = run("json", "echo '" + String.format(CHUNK, "before") + "'", "tr '\\0' x </dev/zero");
        assertEquals("protocol_error", ended.outcome());
        assertEquals(1, ended.exit());
        assertTrue(ended.out().contains("before"), "what came before it is delivered");
        assertTrue(ended.out().contains("a line of more than 16777216 bytes"), ended::toString);
        assertFalse(ended.err().contains("OutOfMemory"), ended::toString);
    }

    @Test
    @Tag("FRAME-06")
    void aLineOfTenMebibytesArrivesWhole() throws Exception {
        String[] around = CHUNK.split("%s");
        Ended ended = runInAnyHeap(
                "json", "printf '%s' '" + around[0] + "'", fill(10 * MIB, 'x'), "printf '%s\\n' '" + around[1] + "'");
        assertEquals("done", outcome(ended));
        assertTrue(ended.out().contains("x".repeat(10 * MIB)));
    }

    @Test
    @Tag("ORDER-05")
    void everyUpdateArrivesInItsPlace() throws Exception {
        int count = 200_000;
        Ended ended = run("json", "seq -f '" + String.format(CHUNK, "<%.0f>") + "' 0 " + (count - 1));
        assertEquals("done", outcome(ended));
        Matcher number = Pattern.compile("<(\\d+)>").matcher(ended.out());
        for (int expected = 0; expected < count; expected++) {
            assertTrue(number.find(), "an update is missing after " + expected);
            assertEquals(expected, Integer.parseInt(number.group(1)));
        }
        assertFalse(ended.err().contains("OutOfMemory"), ended::toString);
    }

    @Test
    @Tag("STDERR-01")
    void muchErrorOutputHoldsNothingUp() throws Exception {
        Ended ended =
                run("json", "{ " + fill(10 * MIB, 'e') + "; } >&2", "echo '" + String.format(CHUNK, "after") + "'");
        assertEquals("done", ended.outcome());
        assertTrue(ended.out().contains("after"));
    }

    @Test
    @Tag("TOOL-05")
    void aLargeToolOutputIsShortOnScreenAndWholeInJson() throws Exception {
        String[] around = String.format(
                        UPDATE,
                        "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"c-1\",\"title\":\"cat big\",\"kind\":\"read\","
                                + "\"status\":\"completed\",\"content\":[{\"type\":\"content\",\"content\":"
                                + "{\"type\":\"text\",\"text\":\"@\"}}]}")
                .split("@");
        String[] prompt = {
            "printf '%s' '" + around[0] + "'",
            "head -c " + 5 * MIB + " /dev/zero | tr '\\0' y | fold -w 79 | sed 's/$/\\\\n/' | tr -d '\\n'",
            "printf '%s\\n' '" + around[1] + "'"
        };
        Ended json = run("json", prompt);
        assertEquals("done", outcome(json));
        String output = only("tool_call", json).at("/content/0/text").stringValue();
        assertEquals(5 * MIB, output.chars().filter(c -> c == 'y').count());
        Ended text = run("text", prompt);
        assertEquals(0, text.exit(), text::toString);
        assertTrue(text.out().length() + text.err().length() < 4_000, "on screen it is short");
    }

    /** Neither side's locale has a say in how bytes and characters go together. */
    @Test
    @Tag("FRAME-04")
    void everyByteOfAWordByItselfInAnyLocale() throws Exception {
        String said = "Grüße, 世界 🌍 – fin";
        byte[] bytes = (String.format(CHUNK, said) + "\n").getBytes(StandardCharsets.UTF_8);
        byte[][] pieces = IntStream.range(0, bytes.length)
                .mapToObj(i -> new byte[] {bytes[i]})
                .toArray(byte[][]::new);
        List<String> agent = ScriptedChild.command(
                new Script()
                        .expectMethod("initialize")
                        .send("{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":{\"protocolVersion\":1}}")
                        .expectMethod("session/new")
                        .send("{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":{\"sessionId\":\"s-1\"}}")
                        .expect("session/prompt", "schöne Grüße 世界")
                        .bytes(pieces)
                        .send("{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":{\"stopReason\":\"end_turn\"}}"),
                Files.createDirectory(folder.resolve("script")));
        Ended ended = host.with("LC_ALL", "C")
                .run(
                        "run",
                        "--agent-cmd",
                        JsonMapper.shared().writeValueAsString(agent),
                        "-o",
                        "json",
                        "schöne Grüße 世界");
        assertEquals("done", ended.outcome(), ended::toString);
        assertTrue(ended.out().contains(said), ended::toString);
    }
}
