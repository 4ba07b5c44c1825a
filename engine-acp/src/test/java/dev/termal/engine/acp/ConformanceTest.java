package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.testkit.CoverageTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What {@code docs/conformance.md} says is shown is what the tests say that they show. */
final class ConformanceTest {
    private static final Pattern SEE = Pattern.compile("see ([A-Z]+-\\d\\d)");
    private static final CoverageTable TABLE = new CoverageTable(
            Path.of(System.getProperty("termal.root")),
            "docs/conformance.md",
            Pattern.compile("\\| ([A-Z]+-\\d\\d) \\| .* \\| (.+) \\|"),
            Pattern.compile("(?!PF-)[A-Z]+-\\d\\d"));

    @Test
    void theListAndTheTagsAgree() throws IOException {
        TABLE.assertThatTagsAgree();
    }

    @Test
    void everyObligationIsShownReferredOrExcepted() throws IOException {
        Map<String, String> rows = TABLE.rows();
        rows.forEach((id, shownBy) -> assertTrue(
                CoverageTable.namesTest(shownBy) || !seen(shownBy).isEmpty() || shownBy.matches("excepted: \\S.*"),
                id));
        rows.values().forEach(shownBy -> assertTrue(rows.keySet().containsAll(seen(shownBy)), shownBy));
        IntStream.rangeClosed(1, 55)
                .forEach(n -> assertTrue(rows.containsKey(String.format("ACP-%02d", n)), "ACP-" + n));
    }

    private static List<String> seen(String shownBy) {
        return SEE.matcher(shownBy).results().map(match -> match.group(1)).toList();
    }
}
