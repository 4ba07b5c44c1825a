package dev.termal.engine.acp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** All that the engine wrote in the unit tests of one run, kept for a comparison with the protocol's schema. */
final class HostLines {
    private static final Path FILE = Path.of(System.getProperty("termal.root"), "engine-acp/target/host-lines.jsonl");
    private static final int LONGEST = 100_000;
    private static boolean begun;

    private HostLines() {}

    static synchronized void keep(List<String> lines) {
        List<String> kept =
                lines.stream().filter(line -> line.length() <= LONGEST).toList();
        try {
            Files.createDirectories(FILE.getParent());
            if (begun) {
                Files.write(FILE, kept, StandardOpenOption.APPEND);
            } else {
                Files.write(FILE, kept);
                begun = true;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Set<String> kept() throws IOException {
        return new TreeSet<>(Files.readAllLines(FILE));
    }
}
