package dev.termal.host.cli;

/** The program. Only this class ends the JVM; everything else returns. */
public final class Main {
    private Main() {}

    /** Runs a command in this shell and gives its exit code. */
    static int run(Shell shell, String... args) {
        return CommandTree.of(shell).execute(args);
    }
}
