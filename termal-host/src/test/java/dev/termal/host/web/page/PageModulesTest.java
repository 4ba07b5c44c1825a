package dev.termal.host.web.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page's modules: those that need no browser run in Node with tests of their own ({@code src/test/js}); all are there that
 * are asked for.
 */
@Timeout(120)
class PageModulesTest {
    private static final Path SOURCES = Path.of("src/main/resources/dev/termal/host/web/page");
    private static final Pattern IMPORT = Pattern.compile("(?:from|import) '(\\.[^']+)'");

    @Test
    void whatNeedsNoBrowserDoesWhatItShould(@TempDir Path folder) throws Exception {
        copyAll(built(), folder);
        Files.writeString(
                folder.resolve("package.json"),
                "{\"type\": \"module\"}"); // to Node, files of .js are none by themselves
        List<String> command = new ArrayList<>(List.of("node", "--test"));
        try (Stream<Path> tests = Files.list(Path.of("src/test/js"))) {
            tests.map(Path::toString).filter(name -> name.endsWith(".test.mjs")).forEach(command::add);
        }
        Path told = folder.resolve("told");
        ProcessBuilder node =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(told.toFile());
        node.environment().put("TERMAL_PAGE", folder.toString());
        Process run;
        try {
            run = node.start();
        } catch (IOException missing) {
            skip("node is not installed: " + missing.getMessage());
            return;
        }
        try {
            assertTrue(run.waitFor(100, TimeUnit.SECONDS), "node hangs");
        } finally {
            run.descendants().forEach(ProcessHandle::destroyForcibly);
            run.destroyForcibly();
        }
        assertEquals(0, run.exitValue(), () -> read(told));
    }

    @Test
    void whatAModuleImportsIsThere() throws IOException {
        List<String> missing = new ArrayList<>();
        int imports = 0;
        for (Path module : modules()) {
            Matcher matcher = IMPORT.matcher(Files.readString(module));
            while (matcher.find()) {
                imports++;
                Path wanted = module.resolveSibling(matcher.group(1)).normalize();
                if (!Files.exists(built().resolve(SOURCES.relativize(wanted)))) {
                    missing.add(SOURCES.relativize(module) + " imports " + matcher.group(1));
                }
            }
        }
        assertTrue(imports > 50, "imports are found at all");
        assertEquals(List.of(), missing);
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".js")).toList();
        }
    }

    /** The page with its libraries, as it is packaged. */
    private static Path built() throws IOException {
        URL index = Objects.requireNonNull(PageModulesTest.class.getResource("index.html"), "the page is not built");
        return Path.of(URI.create(index.toString())).getParent();
    }

    private static void copyAll(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void skip(String reason) {
        if ("all".equals(System.getProperty("termal.required"))) {
            fail(reason);
        }
        System.err.println("skipped: " + reason);
        Assumptions.abort(reason);
    }
}
