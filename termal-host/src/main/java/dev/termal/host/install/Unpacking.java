package dev.termal.host.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Unpacks a zip archive into a folder, never beside it, and within bounds that its own table of contents does not set. What it
 * holds can be executed: archives made for programs keep no modes that Java could read.
 */
final class Unpacking {
    private static final int MAX_ENTRIES = 10_000;
    private static final long MAX_BYTES = 8L << 30;

    private final Path archive;
    private final Path folder;

    Unpacking(Path archive, Path folder) {
        this.archive = archive;
        this.folder = folder.toAbsolutePath().normalize();
    }

    void run() throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            long wanted = size(zip);
            FileStore disk = Files.getFileStore(Objects.requireNonNull(folder.getParent()));
            if (disk.getUsableSpace() < wanted) {
                throw InstallError.of("There is no room for " + Sizes.text(wanted) + " at " + folder + ": "
                        + Sizes.text(disk.getUsableSpace()) + " are free");
            }
            Files.createDirectories(folder);
            long left = MAX_BYTES;
            for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
                ZipEntry entry = all.nextElement();
                left -= write(zip, entry, left);
            }
        }
    }

    private static long size(ZipFile zip) {
        if (zip.size() > MAX_ENTRIES) {
            throw InstallError.of("The archive holds " + zip.size() + " files, more than " + MAX_ENTRIES);
        }
        return zip.stream().mapToLong(entry -> Math.max(0, entry.getSize())).sum();
    }

    /** Writes an entry; gives its true size. */
    private long write(ZipFile zip, ZipEntry entry, long atMost) throws IOException {
        Path target = target(entry.getName());
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return 0;
        }
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        long written = 0;
        try (InputStream in = zip.getInputStream(entry);
                var out = Files.newOutputStream(target)) {
            byte[] piece = new byte[64 * 1024];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                written += read;
                if (written > atMost) {
                    throw InstallError.of("The archive unpacks to more than " + Sizes.text(MAX_BYTES));
                }
                out.write(piece, 0, read);
            }
        }
        if (!target.toFile().setExecutable(true, false)) {
            throw new IOException("cannot make executable: " + target);
        }
        return written;
    }

    private Path target(String name) {
        try {
            Path target = folder.resolve(name.replace('\\', '/')).normalize();
            if (target.startsWith(folder) && !target.equals(folder) && !name.contains("\0")) {
                return target;
            }
        } catch (InvalidPathException e) {
            // the same as one that leads elsewhere
        }
        throw InstallError.of("The archive holds a file that leads out of its folder: " + name);
    }
}
