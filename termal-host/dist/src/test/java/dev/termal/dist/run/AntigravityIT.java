package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.RunTest;
import dev.termal.dist.packaged.ScriptedProgram;
import dev.termal.testkit.Script;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Antigravity's two programs, scripted, as real children of the packaged host. */
class AntigravityIT extends RunTest {
    private static final String INIT = "{\"event\":\"init\",\"init\":{\"conversation_id\":\"conv-777\"}}";

    private static String says(String text) {
        return "{\"event\":\"step_update\",\"step_update\":{\"step_index\":1,\"state\":\"ACTIVE\",\"step_type\":\"agent_response\","
                + "\"text_delta\":\"" + text + "\"}}";
    }

    private static String result(String response) {
        return "{\"event\":\"result\",\"result\":{\"status\":\"SUCCESS\",\"response\":\"" + response + "\"}}";
    }

    private String program(String name, Script script) throws IOException {
        return ScriptedProgram.in(folder, name, script);
    }

    private Ended run(String... more) {
        String[] arguments = new String[more.length + 6];
        String[] first = {"run", "-a", "antigravity", "-o", "json", "hi"};
        System.arraycopy(first, 0, arguments, 0, 5);
        System.arraycopy(more, 0, arguments, 5, more.length);
        arguments[arguments.length - 1] = "hi";
        return host.start(arguments).closeInput().end();
    }

    @Test
    @Tag("R-AG-01")
    @Tag("R-AG-133")
    @Tag("R-AG-174")
    @Tag("PF-01")
    void aTurnByTheCliInPieces() throws Exception {
        byte[] line = (says("HALF-ONE-é-HALF-TWO") + "\n").getBytes(StandardCharsets.UTF_8);
        int middle = new String(line, StandardCharsets.UTF_8).indexOf('é') + 1; // within the character
        host.with(
                "AGY_BIN",
                program(
                        "agy",
                        new Script()
                                .expect("\"event\":\"user\"", "hi")
                                .verbatim(INIT)
                                .bytes(
                                        Arrays.copyOfRange(line, 0, middle),
                                        Arrays.copyOfRange(line, middle, line.length - 1),
                                        new byte[] {'\n'})
                                .verbatim(result("not this"))
                                .expectEndOfInput()));
        Ended ended = run();
        assertEnded(ended, "done", 0);
        assertEquals(
                "HALF-ONE-é-HALF-TWO", ended.event("turn_ended").path("text").asString());
        assertEquals(
                "stream-json", ended.events("session").get(0).path("engine").asString());
        assertTrue(ended.out().contains("conv-777"), ended::toString);
    }

    @Test
    @Tag("R-AG-52")
    @Tag("PF-74")
    void whatTheCliDeniedIsDenied() throws Exception {
        host.with(
                "AGY_BIN",
                program(
                        "agy",
                        new Script()
                                .verbatim(INIT)
                                .expect("user")
                                .stderr("run_command was auto-denied; see permissions.allow\n")
                                .verbatim(result(""))
                                .expectEndOfInput()));
        Ended ended = run();
        assertFalse(texts(ended, "notice").isEmpty(), ended::toString);
        assertTrue(
                ended.toString().contains("--permissions auto"),
                ended::toString); // told even where the words come late
    }

    @Test
    @Tag("R-AG-20")
    @Tag("R-AG-48")
    @Tag("PF-05")
    void aProcessThatIgnoresSignalsIsEndedWithItsTurn() throws Exception {
        host.with(
                "AGY_BIN",
                program(
                        "agy",
                        new Script()
                                .ignoreTerminate()
                                .verbatim(INIT)
                                .expect("user")
                                .verbatim(says("begun"))
                                .stall("for good")));
        HostRun run = host.start("run", "-a", "antigravity", "-o", "json", "hi").closeInput();
        run.await("message");
        run.interrupt();
        assertEnded(run.end(), "cancelled", 130);
        host.awaitNothingLeft();
    }

    @Test
    @Tag("R-AG-99")
    @Tag("R-AG-184")
    @Tag("R-AG-193")
    @Tag("PF-82")
    @Tag("PF-83")
    void theEngineIsByFlagThenVariablesThenFileThenTheFirst() throws Exception {
        host.with("AGY_BIN", program("agy", new Script())).with("AGY_ACP_BIN", program("server", new Script()));
        assertEquals("stream-json", engine());
        host.config("{\"agents\":{\"antigravity\":{\"engine\":\"acp\"}}}");
        assertEquals("acp", engine());
        host.with("AGY_ENGINE", "stream-json");
        assertEquals("stream-json", engine(), "a variable counts where it says the default, too");
        host.with("TERMAL_ENGINE", "acp");
        assertEquals("acp", engine());
        assertEquals("stream-json", engine("-e", "stream-json"));
        host.with("TERMAL_ENGINE", "").with("AGY_ENGINE", "sqlite");
        Ended wrong = host.run("run", "-a", "antigravity", "--dry-run", "hi");
        assertEquals(2, wrong.exit(), wrong::toString);
        assertTrue(wrong.err().contains("AGY_ENGINE") && wrong.err().contains("stream-json"), wrong::toString);
    }

    private String engine(String... more) {
        String[] arguments = new String[more.length + 7];
        String[] first = {"run", "-a", "antigravity", "--dry-run", "-o", "json"};
        System.arraycopy(first, 0, arguments, 0, 6);
        System.arraycopy(more, 0, arguments, 6, more.length);
        arguments[arguments.length - 1] = "hi";
        Ended plan = host.run(arguments);
        assertEquals(0, plan.exit(), plan::toString);
        return plan.out().contains("\"engine\" : \"acp\"") || plan.out().contains("\"engine\":\"acp\"")
                ? "acp"
                : "stream-json";
    }

    @Test
    @Tag("R-AG-69")
    @Tag("R-AG-99")
    void theOldVariablesForPermissionsCount() throws Exception {
        host.with("AGY_BIN", program("agy", new Script())).with("AGY_SKIP_PERMISSIONS", "1");
        assertTrue(command().contains("--dangerously-skip-permissions"));
        assertFalse(command("--permissions", "ask").contains("--dangerously-skip-permissions"));
    }

    /** What would be started. */
    private String command(String... more) {
        String[] arguments = new String[more.length + 5];
        String[] first = {"run", "-a", "antigravity", "--dry-run"};
        System.arraycopy(first, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        arguments[arguments.length - 1] = "hi";
        Ended plan = host.run(arguments);
        return plan.out()
                .lines()
                .filter(line -> line.startsWith("command"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(plan.toString()));
    }
}
