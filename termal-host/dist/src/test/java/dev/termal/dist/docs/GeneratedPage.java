package dev.termal.dist.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of {@code docs} that is made from what the product itself says, and committed. */
final class GeneratedPage {
    private GeneratedPage() {}

    /** Fails where the committed page is another one; with {@code -Dtermal.update=true} it is written instead. */
    static void check(String name, String text) throws IOException {
        Path made = Path.of("target", "docs").resolve(name);
        write(made, text);
        Path committed = Path.of(System.getProperty("termal.root"), "docs", name);
        if (Boolean.getBoolean("termal.update")) {
            write(committed, text);
        }
        assertEquals(
                Files.exists(committed) ? Files.readString(committed) : "",
                text,
                () -> committed + " is not as " + made.toAbsolutePath() + ": run the tests with -Dtermal.update=true");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Text for a cell of a table. */
    static String cell(String text) {
        return text.replace("|", "\\|").replaceAll("\\s*\\R\\s*", " ");
    }
}
