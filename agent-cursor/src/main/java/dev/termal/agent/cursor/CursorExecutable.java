package dev.termal.agent.cursor;

import dev.termal.api.spi.ExecutableSearch;
import dev.termal.api.spi.HostEnvironment;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Where the Cursor CLI is: as configured, else {@code agent}, its present name, else {@code cursor-agent}, its older one.
 * {@code cursor} is the editor.
 */
final class CursorExecutable {
    private static final String FOLDER = "cursor-agent";

    private CursorExecutable() {}

    static ExecutableSearch search(HostEnvironment environment) {
        return ExecutableSearch.of(CursorProfile.ID, environment)
                .setting(CursorProfile.EXECUTABLE)
                .name("agent", CursorExecutable::isCursors, "is another program")
                .name("cursor-agent");
    }

    /** Other vendors install an {@code agent} too; Cursor's leads into a folder of its own. */
    private static boolean isCursors(Path candidate) {
        for (Path part : real(candidate)) {
            if (part.toString().startsWith(FOLDER)) {
                return true;
            }
        }
        return false;
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath();
        }
    }
}
