package dev.termal.dist.packaged;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The signals that whoever started this build has ignored, as {@code nohup} and the background jobs of some shells do. Each
 * child inherits that, and no shell can undo it.
 */
final class IgnoredSignals {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String MASK = "SigIgn:";
    private static final Map<String, Integer> SENT = Map.of("HUP", 1, "INT", 2, "TERM", 15);

    /** What a command begins with that is to heed the signals which tests send; nothing where it does so anyway. */
    static final List<String> UNDONE = undone();

    private IgnoredSignals() {}

    private static List<String> undone() {
        if (!Files.exists(STATUS)) {
            return List.of();
        }
        try (Stream<String> status = Files.lines(STATUS)) {
            long mask = status.filter(line -> line.startsWith(MASK))
                    .mapToLong(line ->
                            Long.parseUnsignedLong(line.substring(MASK.length()).strip(), 16))
                    .findFirst()
                    .orElse(0);
            String ignored = SENT.entrySet().stream()
                    .filter(signal -> (mask >> (signal.getValue() - 1) & 1) == 1)
                    .map(Map.Entry::getKey)
                    .sorted()
                    .collect(Collectors.joining(","));
            return ignored.isEmpty() ? List.of() : List.of("env", "--default-signal=" + ignored);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
