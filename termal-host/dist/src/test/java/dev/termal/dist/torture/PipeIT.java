package dev.termal.dist.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedChild;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        return host.run("run", "--agent-cmd", agent(onPrompt), "-o", format, "go");
    }

    private String agent(String... onPrompt) throws Exception {
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
        return "[\"" + agent + "\"]";
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

    /** The agent has to wait, or what it says goes to the disk; it does not pile up in the heap. */
    @Test
    @Tag("ORDER-05")
    void everyUpdateArrivesInItsPlaceThoughTheReaderStops() throws Exception {
        int count = 200_000;
        String agent = agent("seq -f '" + String.format(CHUNK, "<%.0f>") + "' 0 " + (count - 1));
        Process run = host.with("TERMAL_JAVA_OPTS", "-Xmx64m").unread("run", "--agent-cmd", agent, "-o", "json", "go");
        try (BufferedReader out = run.inputReader(StandardCharsets.UTF_8)) {
            int expected = 0;
            boolean stops = true;
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                Matcher number = Pattern.compile("<(\\d+)>").matcher(line.contains("\"message\"") ? line : "");
                while (number.find()) {
                    assertEquals(expected++, Integer.parseInt(number.group(1)));
                }
                if (stops && expected > 0) {
                    awaitQuiet(run.toHandle());
                    stops = false;
                }
            }
            assertEquals(count, expected);
        }
        assertEquals(0, run.waitFor());
    }

    @Test
    @Tag("FRAME-05")
    void theLastLineNeedsNoEnd() throws Exception {
        Ended ended = run(
                "json",
                "echo '" + String.format(CHUNK, "all of it") + "'",
                "printf '%s' '{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"stopReason\":\"end_turn\"}}'",
                "exit 0");
        assertEnded(ended, "done", 0);
        assertEquals(List.of("all of it"), texts(ended, "message"));
    }

    /** Halves of characters have no bytes of their own, and some readers take U+2028 for the end of a line. */
    @Test
    @Tag("FRAME-11")
    void textThatIsHardToWriteDownIsPrintedAndKept() throws Exception {
        String said = "a\u2028b\u2029c\u0085d\ud800e\udc00f\ud83d\ude00";
        String agent = agent(
                "cat <<'END'", String.format(CHUNK, "a\\u2028b\\u2029c\\u0085d\\ud800e\\udc00f\\ud83d\\ude00"), "END");
        host.config("{\"agents\":{\"odd\":{\"command\":" + agent + "}}}");
        Ended ended = host.run("run -a odd -s kept -o json", "go");
        assertEnded(ended, "done", 0);
        assertEquals(List.of(said), texts(ended, "message"), ended::toString);
        assertEquals(said, ended.event("turn_ended").path("text").stringValue());
        Ended kept = host.run("sessions", "export", "kept", "-o", "json");
        assertEquals(List.of(said), texts(kept, "message"), kept::toString);
    }

    /** What is too deep is no message; what is deep arrives as it is. */
    @Test
    @Tag("FRAME-12")
    void bombsOfNestingHarmNothing() throws Exception {
        int deep = 480;
        String call = String.format(
                UPDATE,
                "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"c-1\",\"title\":\"deep\",\"status\":\"completed\","
                        + "\"rawInput\":" + "[".repeat(deep) + "]".repeat(deep) + "}");
        String bomb = "repeat() { head -c $1 /dev/zero | tr '\\0' \"$2\"; }";
        String[] around = String.format(UPDATE, "@").split("@");
        Ended ended = run(
                "json",
                bomb,
                "repeat 10000000 '['; echo",
                "printf '%s' '" + around[0] + "'; repeat 5000000 '['; repeat 5000000 ']'; echo '" + around[1] + "'",
                "printf '%s' '" + around[0] + "'; repeat 5000000 9; echo '" + around[1] + "'",
                "echo '" + call + "'",
                "echo '" + String.format(CHUNK, "unharmed") + "'");
        assertEnded(ended, "done", 0);
        assertEquals(List.of("unharmed"), texts(ended, "message"));
        assertEquals(
                "[".repeat(deep) + "]".repeat(deep),
                lastToolCall(ended).path("input").toString());
    }

    @Test
    @Tag("STDERR-01")
    void muchErrorOutputHoldsNothingUp() throws Exception {
        Ended ended =
                run("json", "{ " + fill(10 * MIB, 'e') + "; } >&2", "echo '" + String.format(CHUNK, "after") + "'");
        assertEquals("done", ended.outcome());
        assertTrue(ended.out().contains("after"));
    }

    /** In lines and in one, wherever a tool call has room for it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "content":[{"type":"content","content":{"type":"text","text":"@"}}]   | true  | /content/0/text
            "content":[{"type":"content","content":{"type":"text","text":"@"}}]   | false | /content/0/text
            "content":[{"type":"diff","path":"/a","oldText":"","newText":"@"}]    | true  | /content/0/newText
            "content":[{"type":"diff","path":"/a","oldText":"@","newText":null}]  | false | /content/0/oldText
            "rawOutput":{"stdout":"@"}                                            | false | /output/stdout
            "title":"@"                                                           | false | /title
            """)
    @Tag("TOOL-05")
    void aLargeToolOutputIsShortOnScreenAndWholeInJson(String field, boolean inLines, String place) throws Exception {
        String[] around = String.format(
                        UPDATE,
                        "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"c-1\",\"kind\":\"execute\","
                                + "\"status\":\"completed\"," + field + "}")
                .split("@");
        String[] prompt = {
            "printf '%s' '" + around[0] + "'",
            fill(5 * MIB, 'y') + (inLines ? " | fold -w 79 | sed 's/$/\\\\n/' | tr -d '\\n'" : ""),
            "printf '%s\\n' '" + around[1] + "'"
        };
        Ended json = run("json", prompt);
        assertEquals("done", outcome(json));
        String output = only("tool_call", json).at(place).stringValue();
        assertEquals(5 * MIB, output.chars().filter(c -> c == 'y').count());
        Ended text = run("text", prompt);
        assertEquals(0, text.exit(), text::toString);
        assertTrue(text.out().length() + text.err().length() < 4_000, "on screen it is short");
    }

    /** Waits until a process waits itself: for a while it has used next to no processor. */
    private static void awaitQuiet(ProcessHandle process) {
        Duration before;
        Duration now = used(process);
        do {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1)); // nobody tells that another process waits
            before = now;
            now = used(process);
        } while (now.minus(before).compareTo(Duration.ofMillis(50)) > 0);
    }

    private static Duration used(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow();
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
