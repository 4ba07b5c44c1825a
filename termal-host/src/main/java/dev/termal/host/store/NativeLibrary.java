package dev.termal.host.store;

import dev.termal.host.process.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.OSInfo;

/**
 * SQLite's native part, unpacked once for all starts: the driver by itself unpacks it at each, which takes longer than all
 * the rest of opening, and leaves it behind when it is killed. Only in the program's own JVM, since a property says where.
 */
final class NativeLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);

    /** The launcher sets this. */
    private static final String PROGRAM = "termal.dist";

    private static final String PLACE = "org.sqlite.lib.path";

    private NativeLibrary() {}

    /** Unpacks it into a folder of its version, where it is not yet there; without it the driver helps itself. */
    static void prepare(Path folder) {
        if (System.getProperty(PROGRAM) == null || System.getProperty(PLACE) != null) {
            return;
        }
        String name = System.mapLibraryName("sqlitejdbc");
        Path place = folder.resolve("sqlite-" + SQLiteJDBCLoader.getVersion());
        String resource = "org/sqlite/native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + name;
        try (InputStream library = SQLiteJDBCLoader.class.getModule().getResourceAsStream(resource)) {
            if (library == null) {
                return;
            }
            if (!Files.exists(place.resolve(name))) {
                PrivateFiles.folder(place);
                Path draft = Files.createTempFile(place, name, ".new");
                try {
                    Files.copy(library, draft, StandardCopyOption.REPLACE_EXISTING);
                    Files.move(draft, place.resolve(name), StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    Files.deleteIfExists(draft);
                }
            }
            System.setProperty(PLACE, place.toString());
        } catch (IOException e) {
            LOG.debug("SQLite's library is not kept", e);
        }
    }
}
