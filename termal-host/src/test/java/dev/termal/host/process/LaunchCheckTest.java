package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LaunchCheckTest {
    @TempDir
    Path folder;

    private Path bin;

    @BeforeEach
    void unixOnly() throws IOException {
        assumeFalse(Platform.isWindows(), "the scripts of this test are Unix ones");
        bin = Files.createDirectories(folder.resolve("bin dir"));
    }

    @Test
    void aBareNameIsFoundOnThePathOfTheChild() throws IOException {
        Path agent = script("agent", "#!/bin/sh\n");
        assertEquals(List.of(agent.toString(), "a b"), resolve("agent", "a b"));
    }

    @Test
    void aPathIsTakenFromTheFolderToRunIn() throws IOException {
        Path agent = script("agent", "#!/bin/sh\n");
        assertEquals(List.of(agent.toString()), resolve("bin dir/agent"));
    }

    @Test
    @Tag("SETUP-04")
    void missingProgramsAreToldFromMissingFolders() {
        assertRefused(ErrorCode.EXECUTABLE_NOT_FOUND, "PATH", "absent");
        assertRefused(ErrorCode.EXECUTABLE_NOT_FOUND, "does not exist", bin + "/absent");
        assertRefused(ErrorCode.CONFIGURATION, "empty");
        assertRefused(ErrorCode.CONFIGURATION, "empty", " ");
        Path gone = folder.resolve("gone");
        AgentException e =
                assertThrows(AgentException.class, () -> LaunchCheck.resolve(List.of("sh"), gone, System.getenv()));
        assertEquals(ErrorCode.CONFIGURATION, e.code());
        assertTrue(e.getMessage().contains(gone.toString()));
    }

    @Test
    @Tag("SETUP-04")
    void whatIsNoProgramIsRefused() throws IOException {
        assertRefused(ErrorCode.LAUNCH_FAILED, "folder", bin.toString());
        Path plain = Files.writeString(bin.resolve("plain"), "x");
        assertRefused(ErrorCode.LAUNCH_FAILED, "chmod", plain.toString());
        assertRefused(ErrorCode.EXECUTABLE_NOT_FOUND, "PATH", "plain");
    }

    @Test
    @Tag("SETUP-04")
    void aScriptWithoutItsInterpreterIsRefused() throws IOException {
        script("a", "#!/no/such/thing -x\n");
        assertRefused(ErrorCode.EXECUTABLE_NOT_FOUND, "/no/such/thing", "a");
        script("b", "#!/usr/bin/env -S nosuchnode --flag\n");
        assertRefused(ErrorCode.EXECUTABLE_NOT_FOUND, "nosuchnode", "b");
        script("c", "#!/bin/sh\r\necho\r\n");
        assertRefused(ErrorCode.LAUNCH_FAILED, "line ends", "c");
        script("nosuchnode", "#!/bin/sh\n");
        assertEquals(1, resolve("b").size());
    }

    @Test
    void anArgumentThatTheSystemCannotPassIsRefused() {
        assertRefused(ErrorCode.LAUNCH_FAILED, "128 KiB", "/bin/sh", "x".repeat(200_000));
    }

    private void assertRefused(ErrorCode code, String words, String... command) {
        AgentException e = assertThrows(AgentException.class, () -> resolve(command));
        assertEquals(code, e.code(), e.getMessage());
        assertTrue(e.getMessage().contains(words), e.getMessage());
    }

    private List<String> resolve(String... command) {
        return LaunchCheck.resolve(List.of(command), folder, Map.of("PATH", bin + ":/usr/bin:/bin"));
    }

    private Path script(String name, String text) throws IOException {
        Path file = Files.writeString(bin.resolve(name), text);
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }
}
