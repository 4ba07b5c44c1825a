package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
final class ScriptedChildIT {
    @TempDir
    private Path folder;

    private Process child;

    private BufferedReader start(Script script) throws IOException {
        child = new ProcessBuilder(ScriptedChild.command(script, folder)).start();
        return child.inputReader(StandardCharsets.UTF_8);
    }

    @AfterEach
    void end() throws Exception {
        child.destroyForcibly().waitFor();
        for (long pid : ScriptedChild.kin(folder)) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private void write(String line) throws IOException {
        OutputStream out = child.getOutputStream();
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Test
    void playsTheSameScriptAsAProcess() throws Exception {
        BufferedReader out = start(new Script()
                .onMethod("ping", "{\"id\":{{id}},\"text\":\"ü\\ttab\"}")
                .expectMethod("start")
                .as("s")
                .send("{\"id\":{{s.id}},\"pid\":{{pid}}}")
                .bytes("split ".getBytes(StandardCharsets.UTF_8), "line\n".getBytes(StandardCharsets.UTF_8))
                .stall("gate")
                .exit(7));
        write("{\"id\":1,\"method\":\"ping\"}");
        assertEquals("{\"id\":1,\"text\":\"ü\\ttab\"}", out.readLine());
        write("{\"id\":\"a\",\"method\":\"start\"}");
        assertEquals("{\"id\":\"a\",\"pid\":" + child.pid() + "}", out.readLine());
        assertEquals("split line", out.readLine());
        ScriptedChild.release(folder, "gate");
        assertNull(out.readLine());
        assertEquals(7, child.waitFor());
    }

    @Test
    void aWrongLineEndsItWithTheReason() throws Exception {
        start(new Script().expectMethod("start"));
        write("something else");
        assertEquals(70, child.waitFor());
        assertTrue(child.errorReader().readLine().contains("something else"));
    }

    @Test
    void endsWithItsInput() throws Exception {
        start(new Script());
        child.getOutputStream().close();
        assertEquals(0, child.waitFor());
    }

    @ParameterizedTest
    @EnumSource(names = {"KILL", "TERM"})
    void endsItselfByASignal(Script.Signal signal) throws Exception {
        start(new Script().kill(signal));
        assertEquals(128 + signal.number, child.waitFor());
    }

    @Test
    void outlivesATerminate() throws Exception {
        BufferedReader out =
                start(new Script().ignoreTerminate().send("ready").stall("gate").send("still here"));
        assertEquals("ready", out.readLine());
        child.toHandle().destroy(); // Process.destroy would close the streams too
        assertEquals("asked to end", child.errorReader().readLine());
        ScriptedChild.release(folder, "gate");
        assertEquals("still here", out.readLine());
    }

    @Test
    void closesItsStreamsAndLives() throws Exception {
        BufferedReader out = start(new Script().closeInput().closeOutput().stall("for good"));
        assertNull(out.readLine());
        assertThrows(IOException.class, () -> write("into a closed pipe"));
        assertTrue(child.isAlive());
    }

    @ParameterizedTest
    @EnumSource
    void leavesOthersThatHoldItsOutput(Script.Kin kin) throws Exception {
        BufferedReader out = start(new Script().spawn(kin).send("{{kin}}").exit(0));
        long pid = Long.parseLong(out.readLine());
        assertEquals(0, child.waitFor());
        ProcessHandle left = ProcessHandle.of(pid).orElseThrow();
        assertTrue(left.isAlive());
        assertEquals(pid, ScriptedChild.kin(folder).get(0));
        assertFalse(left.parent().filter(parent -> parent.pid() == child.pid()).isPresent());
        left.destroyForcibly();
        left.onExit().get(60, TimeUnit.SECONDS);
        assertNull(out.readLine()); // only now does its output end
    }
}
