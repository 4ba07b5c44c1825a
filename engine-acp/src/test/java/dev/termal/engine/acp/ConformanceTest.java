package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What {@code docs/conformance.md} says is shown is what the tests say that they show. */
final class ConformanceTest {
    private static final Path ROOT = Path.of(System.getProperty("termal.root"));
    private static final Pattern ROW = Pattern.compile("\\| ([A-Z]+-\\d\\d) \\| .* \\| (.+) \\|");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:#\\w+)?)`");
    private static final Pattern SEE = Pattern.compile("see ([A-Z]+-\\d\\d)");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"((?!PF-)[A-Z]+-\\d\\d)\"\\)");
    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class (\\w+)|void (\\w+)\\()");

    @Test
    void theListAndTheTagsAgree() throws IOException {
        Map<String, Set<String>> listed = new TreeMap<>();
        rows().forEach((id, shownBy) -> {
            Set<String> tests = all(TEST, shownBy);
            if (!tests.isEmpty()) {
                listed.put(id, tests);
            }
        });
        assertEquals(lines(tagged()), lines(listed));
    }

    @Test
    void everyObligationIsShownReferredOrExcepted() throws IOException {
        Map<String, String> rows = rows();
        rows.forEach((id, shownBy) -> assertTrue(
                TEST.matcher(shownBy).find() || !all(SEE, shownBy).isEmpty() || shownBy.matches("excepted: \\S.*"),
                id));
        rows.values().forEach(shownBy -> assertTrue(rows.keySet().containsAll(all(SEE, shownBy)), shownBy));
        IntStream.rangeClosed(1, 55)
                .forEach(n -> assertTrue(rows.containsKey(String.format("ACP-%02d", n)), "ACP-" + n));
    }

    private static Map<String, String> rows() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/conformance.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                assertTrue(rows.put(row.group(1), row.group(2)) == null, () -> "listed twice: " + row.group(1));
            }
        }
        return rows;
    }

    private static Set<String> all(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        pattern.matcher(text).results().forEach(match -> found.add(match.group(1)));
        return found;
    }

    private static List<String> lines(Map<String, Set<String>> tests) {
        return tests.entrySet().stream().map(Object::toString).toList();
    }

    /** The tests by the ids that they carry: {@code Class#method}, or the class alone. */
    private static Map<String, Set<String>> tagged() throws IOException {
        Map<String, Set<String>> found = new TreeMap<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                return !folder.equals(ROOT) && (name.equals("target") || name.startsWith("."))
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
        Matcher tag = TAG.matcher(source);
        while (tag.find()) {
            Matcher declaration = DECLARATION.matcher(source);
            assertTrue(declaration.find(tag.end()), () -> tag.group() + " stands before nothing in " + file);
            String test = declaration.group(2) == null ? name : name + "#" + declaration.group(2);
            found.computeIfAbsent(tag.group(1), id -> new TreeSet<>()).add(test);
        }
    }
}
