package dev.termal.host.store;

import dev.termal.host.process.HostLock;
import dev.termal.host.process.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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

    private static final String PREFIX = "sqlite-";

    private NativeLibrary() {}

    /** Has it unpacked in a folder, and the driver look there; where that cannot be, the driver helps itself. */
    static void prepare(Path folder) {
        if (System.getProperty(PROGRAM) == null || System.getProperty(PLACE) != null) {
            return;
        }
        try {
            unpacked(folder).ifPresent(place -> System.setProperty(PLACE, place.toString()));
        } catch (IOException e) {
            LOG.debug("SQLite's library is not kept", e);
        }
    }

    /** Unpacks it into a folder of its version, unless it is there; empty where the driver has none for this machine. */
    static Optional<Path> unpacked(Path folder) throws IOException {
        String name = System.mapLibraryName("sqlitejdbc");
        Path place = folder.resolve(PREFIX + SQLiteJDBCLoader.getVersion());
        if (Files.exists(place.resolve(name))) {
            return Optional.of(place);
        }
        String resource = "org/sqlite/native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + name;
        try (InputStream library = SQLiteJDBCLoader.class.getModule().getResourceAsStream(resource)) {
            if (library == null) {
                return Optional.empty();
            }
            return new HostLock(folder.resolve(PREFIX + "lock")).locked(() -> {
                if (!Files.exists(place.resolve(name))) {
                    removeOthers(folder);
                    PrivateFiles.write(PrivateFiles.folder(place).resolve(name), library);
                }
                return Optional.of(place);
            });
        }
    }

    /** What other versions have left, and a host of this one that was killed amid this. */
    private static void removeOthers(Path folder) throws IOException {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(folder, PREFIX + "[0-9]*")) {
            for (Path other : others) {
                try {
                    PrivateFiles.deleteTree(other);
                } catch (IOException e) {
                    LOG.debug("{} is in use", other, e); // where a file that is loaded cannot be deleted
                }
            }
        }
    }
}
