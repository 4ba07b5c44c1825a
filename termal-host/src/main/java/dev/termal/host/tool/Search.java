package dev.termal.host.tool;

import dev.termal.host.text.MeteredText;
import dev.termal.host.text.Wildcard;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.regex.Pattern;

/** One walk through files for the lines that match; ends early where it has found or looked at enough, or is interrupted. */
final class Search extends SimpleFileVisitor<Path> {
    static final int MAX_MATCHES = 200;
    static final int MAX_FILES = 20_000;
    private static final long MAX_BYTES = 1024 * 1024;
    private static final int MAX_LINE = 400;
    private static final int READS_OF_A_LINE = 1_000_000; // characters

    private final Pattern pattern;
    private final String names;
    private final Confined confined;
    private final StringBuilder found = new StringBuilder();
    private int matches;
    private int files;

    Search(Pattern pattern, String names, Confined confined) {
        this.pattern = pattern;
        this.names = names;
        this.confined = confined;
    }

    String found() {
        return found.length() == 0 ? "[nothing matches]" : found.toString();
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        return folder.endsWith(".git") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (Thread.interrupted()) {
            throw new InterruptedIOException("the search was given up");
        }
        if (files++ == MAX_FILES) {
            found.append("[there are more files than ").append(MAX_FILES).append(": look in a smaller folder]");
            return FileVisitResult.TERMINATE;
        }
        if (attributes.isRegularFile()
                && attributes.size() <= MAX_BYTES
                && Wildcard.matches(names, String.valueOf(file.getFileName()))) {
            try {
                look(file);
            } catch (IOException unreadable) {
                return FileVisitResult.CONTINUE; // as one that has no match
            }
        }
        if (matches < MAX_MATCHES) {
            return FileVisitResult.CONTINUE;
        }
        found.append("[there may be more]");
        return FileVisitResult.TERMINATE;
    }

    private void look(Path file) throws IOException {
        if (TextFile.isBinary(file)) {
            return;
        }
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS), StandardCharsets.UTF_8))) {
            int number = 1;
            for (String line = reader.readLine(); line != null; line = reader.readLine(), number++) {
                if (pattern.matcher(new MeteredText(line, READS_OF_A_LINE)).find()) {
                    found.append(confined.shown(file))
                            .append(':')
                            .append(number)
                            .append(':')
                            .append(TextFile.cut(line, MAX_LINE))
                            .append('\n');
                    if (++matches == MAX_MATCHES) {
                        return;
                    }
                }
            }
        }
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException unreadable) {
        return FileVisitResult.CONTINUE;
    }
}
