package dev.termal.host.cli;

import dev.termal.host.cli.ask.Echo;
import java.io.Console;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Which of the process's streams are terminals. The JDK of 17 only tells of input and output together, so this asks the
 * system.
 *
 * @param sharedOutput whether standard output and error go to the same place
 */
record Terminals(boolean in, boolean out, boolean err, boolean sharedOutput) {
    /** Nothing is. */
    static final Terminals NONE = new Terminals(false, false, false, false);

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Pattern TERMINAL = Pattern.compile("/dev/(pts/|tty|console|lxc/).*");
    private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");

    /** This process's. */
    static Terminals ofProcess() {
        if (Files.isDirectory(DESCRIPTORS)) {
            Optional<String> out = target(1);
            Optional<String> err = target(2);
            return new Terminals(
                    isTerminal(target(0)), isTerminal(out), isTerminal(err), out.isPresent() && out.equals(err));
        }
        if (WINDOWS) {
            boolean all = hasConsole();
            return new Terminals(all, all, all, all);
        }
        // one child that inherits all three tells by its exit code
        int code = run(
                        "sh",
                        "-c",
                        "n=0; test -t 0 && n=1; test -t 1 && n=$((n + 2)); test -t 2 && n=$((n + 4)); exit $n")
                .orElse(0);
        boolean out = (code & 2) != 0;
        boolean err = (code & 4) != 0;
        return new Terminals((code & 1) != 0, out, err, out && err);
    }

    @SuppressWarnings("SystemConsoleNull") // that it is there says enough up to 21; the newer ones are asked
    private static boolean hasConsole() {
        Console console = System.console();
        if (console == null || Runtime.version().feature() < 22) {
            return console != null;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException cannotTell) {
            return false;
        }
    }

    private static Optional<String> target(int descriptor) {
        try {
            return Optional.of(Files.readSymbolicLink(DESCRIPTORS.resolve(String.valueOf(descriptor)))
                    .toString());
        } catch (IOException closed) {
            return Optional.empty();
        }
    }

    private static boolean isTerminal(Optional<String> target) {
        return target.filter(name -> TERMINAL.matcher(name).matches()).isPresent();
    }

    /** What is typed is in this encoding. The JVM's default is wrong in a locale without UTF-8, as in most containers. */
    static Charset charset() {
        return WINDOWS ? Charset.forName(System.getProperty("native.encoding", "UTF-8")) : StandardCharsets.UTF_8;
    }

    /** The terminal's echo. */
    static Echo echo() {
        return new Echo() {
            @Override
            public boolean off() {
                return !WINDOWS && run("stty", "-echo").equals(Optional.of(0));
            }

            @Override
            public void on() {
                run("stty", "echo");
            }
        };
    }

    /** The exit code of a short command on this process's own streams. */
    private static Optional<Integer> run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(Redirect.INHERIT)
                    .redirectOutput(Redirect.INHERIT)
                    .redirectError(Redirect.INHERIT)
                    .start();
            if (process.waitFor(2, TimeUnit.SECONDS)) {
                return Optional.of(process.exitValue());
            }
            process.destroyForcibly();
        } catch (IOException noSuchCommand) {
            // then it cannot be told
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }
}
