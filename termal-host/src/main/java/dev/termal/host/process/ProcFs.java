package dev.termal.host.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Linux tells of processes under {@code /proc}; empty answers elsewhere, and for processes that are gone or hidden. */
final class ProcFs {
    private static final Path PROC = Path.of("/proc");
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB");
    private static final boolean AVAILABLE = Files.isReadable(PROC.resolve("self/stat"));

    private ProcFs() {}

    /**
     * One process.
     *
     * @param startTicks when it started, in ticks since boot: with the pid it names a process for as long as the machine is up
     */
    record Stat(long pid, char state, long parent, long group, long session, long startTicks) {
        /** Ended, and only not yet collected by its parent. */
        boolean isZombie() {
            return state == 'Z' || state == 'X';
        }
    }

    static boolean available() {
        return AVAILABLE;
    }

    /** All processes that can be seen. */
    static List<Stat> all() {
        List<Stat> found = new ArrayList<>();
        if (AVAILABLE) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
                for (Path folder : folders) {
                    read(folder.resolve("stat")).flatMap(ProcFs::parse).ifPresent(found::add);
                }
            } catch (IOException e) {
                return found;
            }
        }
        return found;
    }

    static Optional<Stat> stat(long pid) {
        return read(PROC.resolve(pid + "/stat")).flatMap(ProcFs::parse);
    }

    /** Whether the environment that the process was started with holds this text. */
    static boolean environmentHolds(long pid, String text) {
        return read(PROC.resolve(pid + "/environ"))
                .map(environment -> environment.contains(text))
                .orElse(false);
    }

    /** The memory of a process that is in RAM. */
    static OptionalLong residentBytes(long pid) {
        Optional<Matcher> matcher = read(PROC.resolve(pid + "/status")).map(RESIDENT::matcher);
        return matcher.isPresent() && matcher.get().find()
                ? OptionalLong.of(Long.parseLong(matcher.get().group(1)) * 1024)
                : OptionalLong.empty();
    }

    /** Names this run of the machine. */
    static Optional<String> bootId() {
        return read(PROC.resolve("sys/kernel/random/boot_id")).map(String::strip);
    }

    /** Names the machine. */
    static Optional<String> hostName() {
        return read(PROC.resolve("sys/kernel/hostname")).map(String::strip);
    }

    /** Reads {@code pid (name) state parent group session ...}; the name may hold blanks and parentheses. */
    static Optional<Stat> parse(String stat) {
        int open = stat.indexOf('(');
        int close = stat.lastIndexOf(')');
        if (open < 0 || close < open) {
            return Optional.empty();
        }
        String[] rest = stat.substring(close + 1).strip().split(" ");
        if (rest.length < 20) {
            return Optional.empty();
        }
        return Optional.of(new Stat(
                Long.parseLong(stat.substring(0, open).strip()),
                rest[0].charAt(0),
                Long.parseLong(rest[1]),
                Long.parseLong(rest[2]),
                Long.parseLong(rest[3]),
                Long.parseLong(rest[19])));
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return Optional.empty(); // ended meanwhile, or not ours to see
        }
    }
}
