package dev.termal.host.cli;

import dev.termal.api.AgentException;
import dev.termal.host.config.TermalHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The log of this process: a file of its own in the host's folder, so that several hosts at once do not roll one file away
 * under each other. It is made when the first line is written.
 */
final class FileLog implements Log {
    private static final int FILES_KEPT = 20;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private final Map<String, String> environment;
    private boolean started;
    private Optional<Path> file = Optional.empty();

    FileLog(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public synchronized Optional<Path> start() {
        if (!started) {
            started = true;
            file = open();
        }
        return file;
    }

    private Optional<Path> open() {
        try {
            Path folder = TermalHome.find(Optional.empty(), environment).logs();
            prune(folder);
            String name = "termal-" + TIME.format(LocalDateTime.now(ZoneOffset.UTC)) + "-"
                    + ProcessHandle.current().pid();
            Path log = folder.resolve(name + ".log");
            Logback.writeTo(log, folder.resolve(name + ".%i.log"), environment.getOrDefault("TERMAL_LOG", ""));
            return Optional.of(log);
        } catch (AgentException | IOException notWritable) {
            Logback.off(); // whoever needs the folder will say so; a log is not worth failing for
            return Optional.empty();
        }
    }

    /** Names sort by time. A file that another process still writes is young, so it stays. */
    private static void prune(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> old = files.filter(path -> path.getFileName().toString().matches("termal-[0-9].*\\.log"))
                    .sorted(Comparator.reverseOrder())
                    .skip(FILES_KEPT)
                    .toList();
            for (Path each : old) {
                Files.deleteIfExists(each);
            }
        }
    }
}
