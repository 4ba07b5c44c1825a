package dev.termal.host.cli;

import dev.termal.host.HostOptions;
import dev.termal.host.Termal;
import dev.termal.host.cli.ask.Echo;
import dev.termal.host.cli.output.Look;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * What a command gets from whoever started it.
 *
 * @param opener opens a host
 * @param halt ends the process at once with an exit code, when all else has failed
 */
record Shell(
        InputStream in,
        StandardOutput out,
        OutputStream err,
        Terminals terminals,
        Echo echo,
        Signals signals,
        Map<String, String> environment,
        Path cwd,
        Function<HostOptions, Termal> opener,
        Log log,
        IntConsumer halt) {

    /** This process's own. */
    static Shell ofProcess(Function<HostOptions, Termal> opener) {
        Map<String, String> environment = UserEnvironment.of(System.getenv());
        return new Shell(
                // buffered: up to 17 a FileInputStream can read all only of what has a position, and a pipe has none
                new BufferedInputStream(new FileInputStream(FileDescriptor.in)),
                new StandardOutput(new FileOutputStream(FileDescriptor.out)), // System.out hides what fails
                new FileOutputStream(FileDescriptor.err),
                Terminals.ofProcess(),
                Terminals.echo(),
                Signals.ofProcess(),
                environment,
                Path.of("").toAbsolutePath(),
                opener,
                new FileLog(environment),
                Runtime.getRuntime()::halt);
    }

    /** How standard output may look. */
    Look outLook() {
        return look(terminals.out());
    }

    /** How standard error may look. */
    Look errLook() {
        return look(terminals.err());
    }

    private Look look(boolean terminal) {
        boolean capable = terminal && !environment.getOrDefault("TERM", "").equals("dumb");
        boolean colourWanted = environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Look(capable && colourWanted, capable);
    }

    /** Prints lines to standard output. */
    void print(String lines) {
        write(out, lines);
    }

    /** Prints lines to standard error. */
    void complain(String lines) {
        write(err, lines);
    }

    private static void write(OutputStream stream, String lines) {
        try {
            stream.write((lines.endsWith("\n") ? lines : lines + "\n").getBytes(StandardCharsets.UTF_8));
            stream.flush();
        } catch (IOException cannotBeWritten) {
            // standard output remembers; whoever closed standard error does not want to know
        }
    }
}
