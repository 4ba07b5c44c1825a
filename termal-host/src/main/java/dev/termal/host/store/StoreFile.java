package dev.termal.host.store;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.process.HostLock;
import dev.termal.host.process.PrivateFiles;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.Consumer;

/** The file, opened: made where it is missing, brought to this form, and moved aside where it is damaged. */
final class StoreFile {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final Path file;
    private final Clock clock;
    private final Consumer<String> notices;

    StoreFile(Path file, Clock clock, Consumer<String> notices) {
        this.file = file;
        this.clock = clock;
        this.notices = notices;
    }

    boolean exists() {
        return Files.exists(file);
    }

    Database open() {
        make();
        NativeLibrary.prepare(file.resolveSibling("run"));
        try {
            return connect();
        } catch (AgentException e) {
            if (!StoreFailure.isDamage(e)) {
                throw e;
            }
            return openAnew();
        }
    }

    /** Readable by its owner alone; what SQLite puts beside it takes over its mode. */
    private void make() {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                PrivateFiles.folder(folder);
            }
            if (!exists()) {
                create();
            }
        } catch (IOException e) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    file + " cannot be made (" + IoReason.of(e)
                            + "): let TERMAL_HOME name a folder that you can write to",
                    e);
        }
    }

    private void create() throws IOException {
        try {
            Files.createFile(file, PrivateFiles.mode(file, "rw-------"));
        } catch (FileAlreadyExistsException e) {
            return; // another host was faster
        }
    }

    private Database connect() {
        Database database = canChange() ? Database.connect(file) : Database.connectToUnchanging(file);
        boolean good = false;
        try {
            Schema.bring(database);
            good = true;
            return database;
        } finally {
            if (!good) {
                database.close();
            }
        }
    }

    /** Not on a disk that can only be read. What has been written last may be beside the file, and is looked at then. */
    private boolean canChange() {
        try {
            return !Files.getFileStore(file).isReadOnly()
                    || Files.exists(file.resolveSibling(file.getFileName() + "-wal"));
        } catch (IOException unknown) {
            return true;
        }
    }

    /** Under a lock, and looked at once more: another host may have moved it already. */
    private Database openAnew() {
        try {
            return new HostLock(file.resolveSibling("run").resolve("repair.lock")).locked(this::moveAside);
        } catch (IOException e) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    file + " is damaged and cannot be moved aside (" + IoReason.of(e) + ")",
                    e);
        }
    }

    private Database moveAside() throws IOException {
        try {
            return connect();
        } catch (AgentException e) {
            if (!StoreFailure.isDamage(e)) {
                throw e;
            }
        }
        String aside = file.getFileName() + ".damaged-" + STAMP.format(clock.instant());
        for (String part : new String[] {"", "-wal", "-shm"}) {
            Path old = file.resolveSibling(file.getFileName() + part);
            if (Files.exists(old)) {
                Files.move(old, file.resolveSibling(aside + part), StandardCopyOption.ATOMIC_MOVE);
            }
        }
        notices.accept(file + " was damaged and is now " + file.resolveSibling(aside)
                + "; sessions are kept in a new one, the old ones are not listed");
        make();
        return connect();
    }
}
