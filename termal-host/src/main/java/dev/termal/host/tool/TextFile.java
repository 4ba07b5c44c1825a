package dev.termal.host.tool;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** What makes a file one that can be shown as text. */
final class TextFile {
    private static final int LOOKED_AT = 8 * 1024;

    private TextFile() {}

    /** Refuses what is no file, too long or no text. */
    static void check(Path file, String name, long maxBytes) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(name + " is a folder");
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IllegalArgumentException(name + " is no plain file");
        }
        if (Files.size(file) > maxBytes) {
            throw new IllegalArgumentException(name + " is too long: more than " + maxBytes / (1024 * 1024) + " MiB");
        }
        if (isBinary(file)) {
            throw new IllegalArgumentException(name + " is no text");
        }
    }

    static boolean isBinary(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            for (byte one : in.readNBytes(LOOKED_AT)) {
                if (one == 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /** A line that is no longer than this, with a mark where it was. */
    static String cut(String line, int most) {
        return line.length() <= most ? line : line.substring(0, most) + "…";
    }
}
