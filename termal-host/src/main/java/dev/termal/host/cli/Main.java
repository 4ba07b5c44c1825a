package dev.termal.host.cli;

import dev.termal.host.Termal;

/** The program. Only this class ends the JVM; everything else returns. */
public final class Main {
    private Main() {}

    /** Runs one command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(run(Shell.ofProcess(Termal::open), args));
    }

    /** Runs a command in this shell and gives its exit code. */
    static int run(Shell shell, String... args) {
        return CommandTree.of(shell).execute(args);
    }
}
