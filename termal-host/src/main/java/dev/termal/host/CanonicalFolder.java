package dev.termal.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The one path of a folder, however many lead to it: without links and dots, and where a file system takes several spellings
 * for one name, in the stored one.
 *
 * <p>The JDK tells the stored spelling on macOS and Windows. On Linux it keeps what was typed, though a volume may fold case
 * there too (vfat, NTFS, network shares), so there each name is looked at.
 */
final class CanonicalFolder {
    private final Disk disk;

    CanonicalFolder(Disk disk) {
        this.disk = disk;
    }

    /** What a file system tells. */
    interface Disk {
        /** The path with no links and no dots. */
        Path real(Path folder) throws IOException;

        /** Whether both are the same file. */
        boolean isSame(Path one, Path other) throws IOException;

        /** What is in a folder. */
        DirectoryStream<Path> entries(Path folder) throws IOException;

        /** That of this machine. */
        Disk LOCAL = new Disk() {
            @Override
            public Path real(Path folder) throws IOException {
                return folder.toRealPath();
            }

            @Override
            public boolean isSame(Path one, Path other) throws IOException {
                return Files.exists(other) && Files.isSameFile(one, other);
            }

            @Override
            public DirectoryStream<Path> entries(Path folder) throws IOException {
                return Files.newDirectoryStream(folder);
            }
        };
    }

    /** That of this machine's folder; of one that is not there, its absolute path. */
    static Path of(Path folder) {
        return new CanonicalFolder(Disk.LOCAL).path(folder);
    }

    Path path(Path folder) {
        Path real;
        try {
            real = disk.real(folder);
        } catch (IOException notThere) {
            return folder.toAbsolutePath().normalize();
        }
        Path at = real.getRoot();
        for (Path name : real) {
            at = stored(at, at.resolve(name));
        }
        return at;
    }

    private Path stored(Path parent, Path typed) {
        try {
            return foldsCase(typed) ? listed(parent, typed) : typed;
        } catch (IOException unreadable) {
            return typed;
        }
    }

    /** Whether another spelling leads to it, too. */
    private boolean foldsCase(Path typed) throws IOException {
        String name = typed.getFileName().toString();
        StringBuilder other = new StringBuilder();
        name.codePoints()
                .map(c -> Character.isLowerCase(c) ? Character.toUpperCase(c) : Character.toLowerCase(c))
                .forEach(other::appendCodePoint);
        return !name.contentEquals(other) && disk.isSame(typed, typed.resolveSibling(other.toString()));
    }

    /** As it stands in its folder: just so, since the other spelling may be a link, else the one that is the same file. */
    private Path listed(Path parent, Path typed) throws IOException {
        String name = typed.getFileName().toString();
        Path found = typed;
        try (DirectoryStream<Path> entries = disk.entries(parent)) {
            for (Path entry : entries) {
                String other = entry.getFileName().toString();
                if (other.equals(name)) {
                    return typed;
                }
                if (other.equalsIgnoreCase(name) && disk.isSame(typed, entry)) {
                    found = entry;
                }
            }
        }
        return found;
    }
}
