package dev.termal.host.cli.output;

import java.nio.file.Path;

/** Paths as people read them. */
final class Paths {
    private Paths() {}

    /** Relative to the working folder where it lies within. */
    static String shortened(Path path, Path cwd) {
        return path.startsWith(cwd) && !path.equals(cwd) ? cwd.relativize(path).toString() : path.toString();
    }
}
