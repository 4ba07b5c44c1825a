package dev.termal.agent.antigravity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code docs/antigravity-coverage.md} says is shown is what the tests of all modules say that they show. */
final class AntigravityCoverageTest {
    private static final Path ROOT = Path.of(System.getProperty("termal.root"));
    private static final Pattern ROW = Pattern.compile("\\| ((?:R-AG|PF)-\\d+) \\| [^|]+ \\| ([^|]+) \\|");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:#\\w+)?)`");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"((?:R-AG|PF)-\\d+)\"\\)");
    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class (\\w+)|void (\\w+)\\()");
    private static final Pattern REASON = Pattern.compile("(?:decided(?: otherwise)?: \\S|host tools|open$)");

    /** Falls until it is 0; never rises. */
    private static final int OPEN = 0;

    @Test
    void theTableAndTheTagsAgree() throws IOException {
        Map<String, Set<String>> listed = new TreeMap<>();
        rows().forEach((number, shownBy) -> {
            Set<String> tests = new TreeSet<>();
            TEST.matcher(shownBy).results().forEach(test -> tests.add(test.group(1)));
            if (!tests.isEmpty()) {
                listed.put(number, tests);
            }
        });
        assertEquals(lines(tagged()), lines(listed));
    }

    @Test
    void eachNumberHasOneRowWithTestsOrAReason() throws IOException {
        Map<String, String> rows = rows();
        assertEquals(
                Stream.concat(numbers("R-AG", 195), numbers("PF", 97)).sorted().toList(),
                rows.keySet().stream().toList());
        rows.forEach((number, shownBy) -> assertTrue(
                TEST.matcher(shownBy).find() || REASON.matcher(shownBy).lookingAt(), () -> number + ": " + shownBy));
        assertEquals(OPEN, rows.values().stream().filter("open"::equals).count());
    }

    private static Stream<String> numbers(String prefix, int last) {
        return IntStream.rangeClosed(1, last).mapToObj(n -> prefix + "-" + (n < 10 ? "0" : "") + n);
    }

    private static String lines(Map<String, Set<String>> tests) {
        StringBuilder lines = new StringBuilder();
        tests.forEach((number, names) ->
                lines.append(number).append(' ').append(names).append('\n'));
        return lines.toString();
    }

    private static Map<String, String> rows() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/antigravity-coverage.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                assertTrue(rows.put(row.group(1), row.group(2)) == null, () -> "listed twice: " + row.group(1));
            }
        }
        return rows;
    }

    private static Map<String, Set<String>> tagged() throws IOException {
        Map<String, Set<String>> found = new TreeMap<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                return name.equals("target") || (name.startsWith(".") && !folder.equals(ROOT))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (file.toString().endsWith(".java")) {
                    collect(file, found);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    private static void collect(Path file, Map<String, Set<String>> found) throws IOException {
        String source = Files.readString(file);
        String name = file.getFileName().toString().replace(".java", "");
        Matcher declaration = DECLARATION.matcher(source);
        for (MatchResult tag : TAG.matcher(source).results().toList()) {
            assertTrue(declaration.find(tag.end()), () -> tag.group() + " stands before nothing in " + file);
            String test = declaration.group(2) == null ? name : name + "#" + declaration.group(2);
            found.computeIfAbsent(tag.group(1), number -> new TreeSet<>()).add(test);
        }
    }
}
