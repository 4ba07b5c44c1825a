package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agents of the config file that print events as a known one does, under a command of their own. */
class LikeAnotherIT extends RunTest {
    /** Says which arguments it was given and what stood on its standard input. */
    private Path program() throws Exception {
        Path program = folder.resolve("my-agent");
        Files.writeString(program, """
                #!/bin/sh
                input=$(cat)
                printf '{"type":"init","session_id":"s-1","model":"m"}\\n'
                printf '{"type":"message","role":"assistant","content":"%s|%s","delta":true}\\n' "$*" "$input"
                printf '{"type":"result","status":"success","stats":{"total_tokens":3}}\\n'
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return program;
    }

    private void config(String like, String words) throws Exception {
        host.config("{\"agents\":{\"mine\":{" + like + "\"engine\":\"stream-json\",\"command\":[\"" + program() + "\""
                + words + "]}}}");
    }

    @Test
    void placesAndThePolicysArgumentAreFilledIn() throws Exception {
        config("\"like\":\"gemini\",", ",\"-m\",\"{model}\",\"--resume={session}\",\"-p\",\"{prompt}\"");
        Ended r = host.run("run", "-a", "mine", "-o", "json", "-m", "large", "--permissions", "read-only", "--yolo");
        assertEquals(2, r.exit(), r::toString); // no option of run
        r = host.run("run", "-a", "mine", "-o", "json", "-m", "large", "--permissions", "read-only", "--", "--yolo");
        assertEnded(r, "done", 0);
        assertEquals(
                "-m large -p  --yolo --approval-mode=plan|",
                r.event("turn_ended").path("text").asString(""));
        assertTrue(texts(r, "notice").stream().anyMatch(text -> text.contains("cannot ask")), r::toString);
        Ended plan = host.run("run -a mine --dry-run", "hi");
        assertTrue(
                plan.out().contains("--approval-mode=default") && plan.out().contains("--approval-mode=yolo"),
                plan::toString);
    }

    @Test
    void aPromptWithoutAPlaceIsOnTheInput() throws Exception {
        config("\"like\":\"gemini\",", "");
        Ended r = host.run("run -a mine -o json --permissions auto", "hello there");
        assertEnded(r, "done", 0);
        assertEquals(
                "--approval-mode=yolo|hello there",
                r.event("turn_ended").path("text").asString(""));
        assertEquals(List.of(), texts(r, "notice"));
    }

    @Test
    void withoutADialectTheLendersAreListed() throws Exception {
        config("", ",\"-p\",\"{prompt}\"");
        Ended r = host.run("run -a mine", "hi");
        assertEquals(2, r.exit(), r::toString);
        assertTrue(
                r.err().contains("agents.mine.engine")
                        && r.err().contains("\"like\" one of antigravity, cursor, gemini"),
                r::toString);
        Ended bare = host.run("run", "-e", "stream-json", "--agent-cmd", "[\"" + program() + "\"]", "hi");
        assertEquals(2, bare.exit(), bare::toString);
    }

    @Test
    void theEngineIsChosenByFlagVariableAndConfig() throws Exception {
        host.config("{\"agents\":{\"gemini\":{\"engine\":\"stream-json\"}}}")
                .with("TERMAL_GEMINI_EXECUTABLE", program().toString());
        assertEquals("stream-json", engine("run -a gemini --dry-run -o json"));
        assertEquals("acp", engine("run -a gemini -e acp --dry-run -o json"));
        host.with("TERMAL_ENGINE", "acp");
        assertEquals("acp", engine("run -a gemini --dry-run -o json"));
        assertEquals("stream-json", engine("run -a gemini -e stream-json --dry-run -o json"));
    }

    private String engine(String command) {
        Ended plan = host.run(command, "hi");
        assertEquals(0, plan.exit(), plan::toString);
        return tools.jackson.databind.json.JsonMapper.shared()
                .readTree(plan.out())
                .path("engine")
                .asString("");
    }
}
