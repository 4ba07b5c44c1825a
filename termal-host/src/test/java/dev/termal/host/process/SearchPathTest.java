package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
}
