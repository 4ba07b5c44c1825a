package dev.termal.host.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.ToolCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DiffLinesTest {
    private static final Path CWD = Path.of("/work");

    private static List<String> diff(String old, String now, int most) {
        return new DiffLines(Look.PLAIN, CWD)
                .of(
                        new ToolCall.Content.Diff(
                                CWD.resolve("src/App.java"), Optional.ofNullable(old), Optional.ofNullable(now)),
                        most);
    }

    private static String numbered(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    }

    @Test
    void showsWhatChangedInItsSurroundings() {
        String old = numbered(0, 20);
        assertEquals(
                List.of(
                        "src/App.java  +1 -1",
                        "@@ -8,7 +8,7 @@",
                        " line 7",
                        " line 8",
                        " line 9",
                        "-line 10",
                        "+LINE 10",
                        " line 11",
                        " line 12",
                        " line 13"),
                diff(old, old.replace("line 10\n", "LINE 10\n"), 40));
    }

    @Test
    void tellsNewAndDeletedFiles() {
        assertEquals(List.of("src/App.java  +1 -0  new file", "+a"), diff(null, "a\n", 40));
        assertEquals("src/App.java  +0 -1  deleted", diff("a\n", null, 40).get(0));
        assertEquals(List.of("src/App.java  +0 -0"), diff("a\n", "a\n", 40));
    }

    @Test
    void longChangesAreCut() {
        List<String> lines = diff("", numbered(0, 100), 10);
        assertEquals(12, lines.size());
        assertEquals("src/App.java  +100 -0", lines.get(0));
        assertEquals("… 90 more lines", lines.get(11));
    }

    @Test
    void hugeOnesAreOnlyCounted() {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            assertTrue(diff("x".repeat(20_000_000), "y", 40).get(0).contains("too large to show here"));
            assertTrue(
                    diff(numbered(0, 5000), numbered(5000, 10_000), 40).get(0).contains("too large to show here"));
            String big = numbered(0, 30_000);
            assertEquals(
                    "src/App.java  +1 -1",
                    diff(big, big.replace("line 15000\n", "x\n"), 40).get(0));
        });
    }

    @Test
    void filesCannotDriveTheTerminalEither() {
        List<String> lines = diff("", "a\u001B[2Jb\n", 40);
        assertEquals("+ab", lines.get(1));
        assertEquals(240, diff("", "x".repeat(5000) + "\n", 40).get(1).length());
    }

    @Test
    void coloursFollowTheSigns() {
        List<String> lines = new DiffLines(new Look(true, true), CWD)
                .of(new ToolCall.Content.Diff(CWD.resolve("a"), Optional.of("x\n"), Optional.of("y\n")), 40);
        assertEquals("\u001B[31m-x\u001B[0m", lines.get(2));
        assertEquals("\u001B[32m+y\u001B[0m", lines.get(3));
    }
}
