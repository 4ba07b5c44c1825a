package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.HostEnvironment.CommandResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class MachineIT {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private Machine machine;

    @BeforeEach
    void linuxOnly() {
        assumeTrue(ProcFs.available(), "needs Linux: the children are watched through /proc");
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.put("GIVEN", "yes");
        machine = new Machine(variables, folder, folder.resolve("run"), (agent, key) -> List.of("first", key));
    }

    @Test
    void givesBothStreamsAndTheExitCode() throws InterruptedException {
        assertEquals(
                new CommandResult(3, "yes\n", "err\n"),
                machine.run(List.of("sh", "-c", "cat; echo $GIVEN; echo err >&2; exit 3"), LONG));
    }

    @Test
    void cutsWhatIsPrintedWithoutStoppingTheCommand() throws InterruptedException {
        CommandResult result = machine.run(List.of("sh", "-c", "head -c 3000000 /dev/zero; echo end >&2"), LONG);
        assertEquals(Capture.MAX_BYTES, result.stdout().length());
        assertEquals("end\n", result.stderr());
    }

    @Test
    void endsTheTreeOfACommandThatTakesTooLong() throws Exception {
        Path pid = folder.resolve("pid");
        AgentException e = assertThrows(
                AgentException.class,
                () -> machine.run(
                        List.of("sh", "-c", "sleep 600 & echo $! > " + pid + "; wait"), Duration.ofSeconds(2)));
        assertEquals(ErrorCode.TIMEOUT, e.code());
        long child = Long.parseLong(Files.readString(pid).strip());
        ProcessHandle.of(child).ifPresent(process -> Shell.assertGone(process, "the command's child"));
    }

    @Test
    void aMissingCommandIsTold() {
        AgentException e = assertThrows(AgentException.class, () -> machine.run(List.of("no-such-command"), LONG));
        assertEquals(ErrorCode.EXECUTABLE_NOT_FOUND, e.code());
    }

    @Test
    void knowsSettingsPlacesAndExecutables() {
        assertEquals(Optional.of("first"), machine.setting(Shell.AGENT, "mode"));
        assertEquals(List.of("first", "mode"), machine.settings(Shell.AGENT, "mode"));
        assertTrue(Files.isExecutable(machine.findExecutable("sh").orElseThrow()));
        assertFalse(machine.findExecutable("no-such-command").isPresent());
        assertEquals("linux", machine.platform());
    }

    /** What {@link #theJavaCommandRunsAClassOfThisInstallation} runs. */
    static final class Greeting {
        public static void main(String[] args) {
            System.out.print("hello " + String.join(",", args) + " in "
                    + Greeting.class.getModule().isNamed());
        }
    }

    @Test
    void theJavaCommandRunsAClassOfThisInstallation() throws InterruptedException {
        List<String> command = new ArrayList<>(JavaCommand.of(
                Path.of(machine.javaCommand("dev.termal.host", "x").get(0)),
                Optional.empty(),
                Shell.placeOf(Greeting.class),
                "dev.termal.host",
                Greeting.class.getName()));
        command.add("a");
        CommandResult result = machine.run(command, LONG);
        assertEquals("hello a in false", result.stdout(), result.stderr());
    }

    @Test
    void aModuleOfThisInstallationRunsAsAModule() {
        List<String> command = JavaCommand.of(
                Path.of("java"), Optional.of("lib:other/lib"), "ignored", "dev.termal.some", "dev.termal.some.Main");
        int path = command.indexOf("-p");
        assertEquals(
                List.of(
                        "-p",
                        Path.of("lib").toAbsolutePath() + ":"
                                + Path.of("other/lib").toAbsolutePath(),
                        "-m",
                        "dev.termal.some/dev.termal.some.Main"),
                command.subList(path, command.size()));
    }
}
