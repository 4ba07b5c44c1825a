package dev.termal.host.cli;

import dev.termal.host.cli.ask.Keyboard;
import java.util.Optional;

/** Asks a person at the terminal for a line, in commands without a turn. */
final class Ask {
    private Ask() {}

    /** Whether somebody is there who sees a question and can answer it. */
    static boolean isPossible(Shell shell) {
        return shell.terminals().in() && shell.terminals().err();
    }

    /** What is typed, stripped; empty at the end of input. */
    static Optional<String> line(Shell shell, String prompt) throws InterruptedException {
        shell.complain(shell.errLook().bold(prompt));
        return new Keyboard(shell.in(), Terminals.charset()).readLine().map(String::strip);
    }

    /** Whether it is answered with yes; anything else is no. */
    static boolean yes(Shell shell, String prompt) throws InterruptedException {
        return line(shell, prompt + " [y/N]")
                .filter(answer -> answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes"))
                .isPresent();
    }
}
