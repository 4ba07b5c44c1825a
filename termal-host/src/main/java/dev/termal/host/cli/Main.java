package dev.termal.host.cli;

import dev.termal.host.Termal;
import org.slf4j.LoggerFactory;

/** The program. Only this class ends the JVM; everything else returns. */
public final class Main {
    private Main() {}

    /** Runs one command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        Shell shell = Shell.ofProcess(Termal::open);
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            shell.log().start();
            LoggerFactory.getLogger(Main.class).error("thread {} failed", thread.getName(), failure);
        });
        System.exit(run(shell, ArgumentText.restored(args)));
    }

    /** Runs a command in this shell and gives its exit code. */
    static int run(Shell shell, String... args) {
        int exitCode = CommandTree.of(shell).execute(args);
        shell.out().complaint().ifPresent(new Failures(shell)::complain);
        return shell.out().exitCode(exitCode);
    }
}
