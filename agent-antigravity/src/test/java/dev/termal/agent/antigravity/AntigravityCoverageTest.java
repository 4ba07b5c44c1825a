package dev.termal.agent.antigravity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.testkit.CoverageTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code docs/antigravity-coverage.md} says is shown is what the tests of all modules say that they show. */
final class AntigravityCoverageTest {
    private static final Pattern REASON = Pattern.compile("(?:decided(?: otherwise)?: \\S|open$)");
    private static final CoverageTable TABLE = new CoverageTable(
            Path.of(System.getProperty("termal.root")),
            "docs/antigravity-coverage.md",
            Pattern.compile("\\| ((?:R-AG|PF)-\\d+) \\| [^|]+ \\| ([^|]+) \\|"),
            Pattern.compile("(?:R-AG|PF)-\\d+"));

    /** Falls until it is 0; never rises. */
    private static final int OPEN = 0;

    @Test
    void theTableAndTheTagsAgree() throws IOException {
        TABLE.assertThatTagsAgree();
    }

    @Test
    void eachNumberHasOneRowWithTestsOrAReason() throws IOException {
        Map<String, String> rows = TABLE.rows();
        assertEquals(
                Stream.concat(numbers("R-AG", 195), numbers("PF", 97)).sorted().toList(),
                rows.keySet().stream().toList());
        rows.forEach((number, shownBy) -> assertTrue(
                CoverageTable.namesTest(shownBy) || REASON.matcher(shownBy).lookingAt(),
                () -> number + ": " + shownBy));
        assertEquals(OPEN, rows.values().stream().filter("open"::equals).count());
    }

    private static Stream<String> numbers(String prefix, int last) {
        return IntStream.rangeClosed(1, last).mapToObj(n -> prefix + "-" + (n < 10 ? "0" : "") + n);
    }
}
