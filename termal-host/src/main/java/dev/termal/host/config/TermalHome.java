package dev.termal.host.config;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The host's own folder and what is where in it; folders are made when they are first asked for, for the owner alone. */
public record TermalHome(Path folder) {
    /** The given folder, else {@code TERMAL_HOME}, else {@code .termal} in the person's home. */
    public static TermalHome find(Optional<Path> given, Map<String, String> environment) {
        Path folder = given.orElseGet(() -> named(environment));
        return new TermalHome(folder.toAbsolutePath().normalize());
    }

    private static Path named(Map<String, String> environment) {
        String named = environment.getOrDefault("TERMAL_HOME", "");
        if (named.isBlank()) {
            return userHome(environment).resolve(".termal");
        }
        Path folder = Path.of(named);
        if (!folder.isAbsolute()) { // or each folder that it is called in would have a home of its own
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    "TERMAL_HOME is \"" + named + "\", which is relative: let it name an absolute path");
        }
        return folder;
    }

    /** The person's home: {@code HOME}, else what the JVM knows. */
    public static Path userHome(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        return Path.of(home.isBlank() ? System.getProperty("user.home") : home);
    }

    /** The config file; not made. */
    public Path config() {
        return folder.resolve("config.json");
    }

    /** Which repositories' config files are trusted; not made. */
    public Path trust() {
        return folder.resolve("trust.json");
    }

    /** Where sessions are kept; not made. */
    public Path store() {
        return folder.resolve("termal.db");
    }

    /** Where skills for all folders are. */
    public Path skills() {
        return folder.resolve("skills");
    }

    /** What a person had the host remember of permissions; not made. */
    public Path permissions() {
        return folder.resolve("permissions.json");
    }

    /** Where plugins are dropped; not made. */
    public Path plugins() {
        return folder.resolve("plugins");
    }

    /** Where logs go. */
    public Path logs() {
        return made("logs");
    }

    /** Where files live that matter only while a host runs. */
    public Path run() {
        return made("run");
    }

    /** The same, not made: for who only names what will be in it. */
    public Path runFolder() {
        return folder.resolve("run");
    }

    private Path made(String name) {
        Path path = folder.resolve(name);
        try {
            if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
                Files.createDirectories(
                        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else {
                Files.createDirectories(path);
            }
        } catch (IOException e) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    path + " cannot be made (" + why(path, e)
                            + "): let TERMAL_HOME name a folder that you can write to",
                    e);
        }
        return path;
    }

    /** Where the system takes no new folders it says of the folder itself that it is not there. */
    private static String why(Path path, IOException failure) {
        Optional<Path> there = Stream.iterate(path, Objects::nonNull, Path::getParent)
                .filter(Files::exists)
                .findFirst();
        return failure instanceof NoSuchFileException && there.isPresent()
                ? there.get() + " takes no new folders"
                : IoReason.of(failure);
    }
}
