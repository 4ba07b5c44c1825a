package dev.termal.testkit;

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

/**
 * A page's table of numbered requirements beside the tests that say by their {@code @Tag} which of them they show. Immutable; it
 * reads the files when it is asked.
 */
public final class CoverageTable {
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:#\\w+)?)`");
    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class (\\w+)|void (\\w+)\\()");

    private final Path root;
    private final Path page;
    private final Pattern row;
    private final Pattern tag;

    /**
     * The table of a page.
     *
     * @param root the folder below which the sources of all tests are
     * @param page a Markdown file, below the root
     * @param row a whole line: its first group is the number, its second says by what it is shown
     * @param number what a tag of this table looks like
     */
    public CoverageTable(Path root, String page, Pattern row, Pattern number) {
        this.root = root;
        this.page = root.resolve(page);
        this.row = row;
        this.tag = Pattern.compile("@Tag\\(\"(" + number + ")\"\\)");
    }

    /** What the page says, by number; no number stands there twice. */
    public Map<String, String> rows() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        for (String line : Files.readAllLines(page)) {
            Matcher match = row.matcher(line);
            if (match.matches()) {
                assertTrue(rows.put(match.group(1), match.group(2)) == null, () -> "listed twice: " + match.group(1));
            }
        }
        return rows;
    }

    /** Whether what a row says names a test. */
    public static boolean namesTest(String shownBy) {
        return TEST.matcher(shownBy).find();
    }

    /** Every test that a row names carries its number, and every test that carries one is named in its row. */
    public void assertThatTagsAgree() throws IOException {
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

    private static String lines(Map<String, Set<String>> tests) {
        List<String> lines = tests.entrySet().stream().map(Object::toString).toList();
        return String.join("\n", lines);
    }

    /** The tests by the numbers that they carry: {@code Class#method}, or the class alone. */
    private Map<String, Set<String>> tagged() throws IOException {
        Map<String, Set<String>> found = new TreeMap<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = String.valueOf(folder.getFileName());
                return !folder.equals(root) && (name.equals("target") || name.startsWith("."))
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

    private void collect(Path file, Map<String, Set<String>> found) throws IOException {
        String source = Files.readString(file);
        String name = String.valueOf(file.getFileName()).replace(".java", "");
        Matcher declaration = DECLARATION.matcher(source);
        tag.matcher(source).results().forEach(match -> {
            assertTrue(declaration.find(match.end()), () -> match.group() + " stands before nothing in " + file);
            String test = declaration.group(2) == null ? name : name + "#" + declaration.group(2);
            found.computeIfAbsent(match.group(1), number -> new TreeSet<>()).add(test);
        });
    }
}
