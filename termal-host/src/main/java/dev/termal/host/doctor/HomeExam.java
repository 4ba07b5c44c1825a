package dev.termal.host.doctor;

import dev.termal.host.config.TermalHome;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Looks at the host's folder: whether it is there, can be written to, and is closed to others. */
final class HomeExam {
    private static final int MOST_SHOWN = 10;
    private static final int MOST_FILES = 1_000;

    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);
    private static final Set<PosixFilePermission> WRITE_OF_OTHERS =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private final TermalHome home;
    private final Findings findings;

    private HomeExam(TermalHome home, Findings findings) {
        this.home = home;
        this.findings = findings;
    }

    static void examine(TermalHome home, Findings findings) {
        new HomeExam(home, findings).examine();
    }

    private void examine() {
        Path folder = home.folder();
        if (!Files.exists(folder)) {
            findings.ok("home", folder + " is not there yet; the first use makes it");
            return;
        }
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            findings.failure(
                    "home",
                    folder + (Files.isDirectory(folder) ? " cannot be written to" : " is no folder"),
                    "let TERMAL_HOME name a folder that you can write to");
            return;
        }
        findings.ok("home", folder.toString());
        modes();
    }

    private void modes() {
        if (!home.folder().getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        List<Path> open = new ArrayList<>();
        secret().stream().filter(path -> has(path, OTHERS)).forEach(open::add);
        // A plugin or a skill may be read by anybody, but who can write it has agents and code do things as this
        // person.
        readable().stream().filter(path -> has(path, WRITE_OF_OTHERS)).forEach(open::add);
        open.stream().limit(MOST_SHOWN).forEach(this::warn);
        if (open.size() > MOST_SHOWN) {
            findings.warning("modes", (open.size() - MOST_SHOWN) + " more are open to others", "");
        }
        if (open.isEmpty()) {
            findings.ok("modes", "nothing there is open to others");
        }
    }

    private void warn(Path path) {
        boolean readable = path.startsWith(home.plugins()) || path.startsWith(home.skills());
        String wanted = readable ? "go-w" : Files.isDirectory(path) ? "700" : "600";
        findings.warning(
                "modes",
                path + " is open to others: " + PosixFilePermissions.toString(modeOf(path)),
                "chmod " + wanted + " '" + path.toString().replace("'", "'\\''") + "'");
    }

    private List<Path> secret() {
        List<Path> paths = new ArrayList<>(List.of(home.folder()));
        list(home.folder(), paths);
        paths.removeAll(List.of(home.plugins(), home.skills()));
        list(home.folder().resolve("logs"), paths);
        return paths;
    }

    private List<Path> readable() {
        List<Path> paths = new ArrayList<>();
        for (Path folder : List.of(home.plugins(), home.skills())) {
            if (Files.isDirectory(folder)) {
                paths.add(folder);
                list(folder, paths);
            }
        }
        return paths;
    }

    private static void list(Path folder, List<Path> into) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (into.size() >= MOST_FILES) {
                    return;
                }
                if (!Files.isSymbolicLink(entry)) { // a link has no mode of its own
                    into.add(entry);
                }
            }
        } catch (IOException unreadable) {
            // then others cannot read it either
        }
    }

    private static boolean has(Path path, Set<PosixFilePermission> unwanted) {
        return modeOf(path).stream().anyMatch(unwanted::contains);
    }

    private static Set<PosixFilePermission> modeOf(Path path) {
        try {
            return Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException gone) {
            return Set.of();
        }
    }
}
