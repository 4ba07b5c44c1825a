package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SearchPathTest {
    private static final Optional<String> ENDINGS = Optional.of(".COM;.EXE;.CMD");

    @Test
    void unixTriesTheNameAlone() {
        assertEquals(List.of("agent"), SearchPath.candidates("agent", Optional.empty()));
    }

    @Test
    void windowsTriesEachEndingButNeverTheBareName() {
        assertEquals(List.of("npx.com", "npx.exe", "npx.cmd"), SearchPath.candidates("npx", ENDINGS));
    }

    @Test
    void windowsTakesANameWithAnEndingAsItIsFirst() {
        assertEquals(
                List.of("Npx.Cmd", "Npx.Cmd.com", "Npx.Cmd.exe", "Npx.Cmd.cmd"),
                SearchPath.candidates("Npx.Cmd", ENDINGS));
        assertEquals(
                List.of("node-1.2.com", "node-1.2.exe", "node-1.2.cmd"), SearchPath.candidates("node-1.2", ENDINGS));
    }

    @Test
    void foldersThatAreRelativeOrEmptyAreNotSearched() {
        Path bin = Path.of("bin").toAbsolutePath();
        assertEquals(List.of(bin, bin), SearchPath.folders(":.:" + bin + "::rel/x:\"" + bin + "\"", ':'));
    }

    /** As npm installs a program: a shell script for those who have a shell, a batch file, a PowerShell script. */
    @Test
    void onWindowsTheBatchFileOfThreeIsTaken(@TempDir Path folder) throws IOException {
        for (String name : List.of("gemini", "gemini.ps1", "gemini.cmd")) {
            executable(folder.resolve(name));
        }
        SearchPath search = SearchPath.in(Map.of("Path", "C:\\none;" + folder, "PathExt", ".EXE;.CMD"), true);
        assertEquals(Optional.of(folder.resolve("gemini.cmd")), search.find("gemini"));
        assertEquals(
                Optional.empty(),
                SearchPath.in(Map.of("PATH", "" + folder, "PATHEXT", ".EXE"), true)
                        .find("gemini"));
        assertEquals(
                Optional.of(folder.resolve("gemini.cmd")),
                SearchPath.in(Map.of("PATH", "" + folder), true).find("gemini"));
    }

    @Test
    void onUnixNamesOfVariablesAreExact(@TempDir Path folder) throws IOException {
        executable(folder.resolve("gemini"));
        assertEquals(
                Optional.of(folder.resolve("gemini")),
                SearchPath.in(Map.of("PATH", "" + folder), false).find("gemini"));
        assertEquals(
                Optional.empty(),
                SearchPath.in(Map.of("Path", "" + folder), false).find("gemini"));
    }

    private static void executable(Path file) throws IOException {
        Files.writeString(file, "");
        assertTrue(file.toFile().setExecutable(true) || Files.isExecutable(file));
    }
}
