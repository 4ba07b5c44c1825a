package dev.termal.host.cli;

import dev.termal.host.cli.output.PlainText;
import dev.termal.host.config.TermalHome;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code termal logs}. Opens no host, so it works when nothing else does. */
@Command(
        name = "logs",
        description = "Shows the end of the newest log.",
        footer = {
            "",
            "Each process logs into a file of its own, made when there is something to log. TERMAL_LOG=debug logs more.",
            "",
            "Exit codes: 0 shown, 1 there is no log, 2 usage error."
        })
final class LogsCommand extends BaseCommand {
    private static final int MAX_LINES = 100_000;
    private static final int MAX_BYTES = 8 * 1024 * 1024; // of the file's end

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "LINES",
            defaultValue = "50",
            description = "How many lines, from the end. Default: ${DEFAULT-VALUE}.")
    private int lines = 50;

    @Option(names = "--path", description = "Print where the log is, and nothing of it.")
    private boolean path;

    LogsCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() {
        UsageError.unlessWithin("--lines", lines, 1, MAX_LINES);
        Path folder = TermalHome.find(Optional.empty(), shell().environment())
                .folder()
                .resolve("logs");
        Optional<Path> newest = newest(folder);
        if (newest.isEmpty()) {
            shell().complain("there is no log in " + folder);
            return ExitCode.FAILED;
        }
        if (path) {
            shell().print(newest.get().toString());
            return ExitCode.OK;
        }
        shell().complain(shell().errLook().dim(newest.get().toString()));
        List<String> all = end(newest.get()).lines().toList();
        List<String> shown = all.subList(Math.max(0, all.size() - lines), all.size());
        if (!shown.isEmpty()) {
            shell().print(PlainText.clean(String.join("\n", shown)));
        }
        return ExitCode.OK;
    }

    private static Optional<Path> newest(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".log") && Files.isRegularFile(file))
                    .max(Comparator.comparing(LogsCommand::changed));
        } catch (IOException e) {
            throw new UsageError(folder + " cannot be read: " + IoReason.of(e), e);
        }
    }

    private static FileTime changed(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }

    private static String end(Path file) {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, log.length() - MAX_BYTES);
            log.seek(from);
            byte[] bytes = new byte[(int) (log.length() - from)];
            log.readFully(bytes);
            String text = new String(bytes, StandardCharsets.UTF_8);
            return from == 0 ? text : text.substring(text.indexOf('\n') + 1);
        } catch (IOException e) {
            throw new UsageError(file + " cannot be read: " + IoReason.of(e), e);
        }
    }
}
