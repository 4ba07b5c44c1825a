package dev.termal.engine.acp.demo;

import dev.termal.engine.acp.jsonrpc.FrameCodec;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The folder in which the sessions are kept, a file each: a first line about the session, then a line for each update.
 * Files are replaced whole; what cannot be read is not there.
 */
final class SessionFiles {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,63}");
    private static final String SUFFIX = ".jsonl";
    private static final String DRAFT = ".tmp";

    private final Path folder;

    SessionFiles(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder, ownerOnly(folder, "rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Writes a session whole. */
    void save(DemoSession session) {
        synchronized (session) { // the file of a session is written by one thread at a time, in order
            StringBuilder text = new StringBuilder(FrameCodec.line(session.head())).append('\n');
            session.history()
                    .forEach(update -> text.append(FrameCodec.line(update)).append('\n'));
            try {
                Path draft = folder.resolve(session.id() + DRAFT); // one left by a killed process is written over
                Files.deleteIfExists(draft);
                Files.createFile(draft, ownerOnly(draft, "rw-------"));
                Files.writeString(draft, text);
                Files.move(draft, file(session.id()), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                throw new JsonRpcException(
                        JsonRpcException.INTERNAL_ERROR,
                        "The session cannot be saved in " + folder + " (" + reason(e)
                                + "): make room there, or let it be" + " written to");
            }
        }
    }

    /** The system's own words, without a name of Java's. */
    static String reason(IOException failure) {
        return failure instanceof AccessDeniedException
                ? "permission denied"
                : failure instanceof FileSystemException f && f.getReason() != null
                        ? f.getReason()
                        : String.valueOf(failure.getMessage());
    }

    /** The session with this id; empty where there is none that can be read. */
    Optional<DemoSession> load(String id) {
        return ID.matcher(id).matches() ? read(file(id), true) : Optional.empty();
    }

    /** All sessions without their history, the latest first. */
    List<DemoSession> list() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .flatMap(file -> read(file, false).stream())
                    .sorted((a, b) -> updatedAt(b).compareTo(updatedAt(a)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String updatedAt(DemoSession session) {
        return session.info().path("updatedAt").asString();
    }

    /** Removes a session and what it wrote; does nothing where there is none. */
    void delete(String id) {
        if (ID.matcher(id).matches()) {
            try {
                Files.deleteIfExists(file(id));
                Files.deleteIfExists(folder.resolve(id + DRAFT));
                deleteAll(folderOf(id));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void deleteAll(Path own) throws IOException {
        if (Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> files = Files.list(own)) {
                for (Path file : files.toList()) {
                    Files.deleteIfExists(file);
                }
            }
            Files.deleteIfExists(own);
        }
    }

    /** Removes all but so many sessions, those first that were not used for longest. */
    void prune(int kept) {
        Map<String, FileTime> used = new HashMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(file -> used.merge(
                    file.getFileName().toString().replaceFirst("\\.(jsonl|tmp)$", ""),
                    changed(file),
                    (a, b) -> a.compareTo(b) > 0 ? a : b));
            used.entrySet().stream()
                    .sorted(Map.Entry.<String, FileTime>comparingByValue().reversed())
                    .skip(kept)
                    .forEach(old -> delete(old.getKey()));
        } catch (IOException | UncheckedIOException e) {
            System.err.println("demo agent: cannot clean " + folder + ": " + e.getMessage());
        }
    }

    private static FileTime changed(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }

    /** Where a session may write; made when it does. */
    Path folderOf(String id) {
        return folder.resolve(id);
    }

    private Path file(String id) {
        return folder.resolve(id + SUFFIX);
    }

    private static Optional<DemoSession> read(Path file, boolean withHistory) {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            String head = reader.readLine();
            if (head == null) {
                return Optional.empty();
            }
            DemoSession session = DemoSession.fromHead(FrameCodec.JSON.readTree(head));
            if (withHistory) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    update(line).ifPresent(session::remember);
                }
            }
            return Optional.of(session);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JacksonException | IllegalArgumentException | DateTimeParseException e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            System.err.println("demo agent: cannot read " + file + ": " + reason);
            return Optional.empty();
        }
    }

    private static Optional<ObjectNode> update(String line) {
        try {
            JsonNode node = FrameCodec.JSON.readTree(line);
            return node instanceof ObjectNode object && object.has("sessionUpdate")
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
