package dev.termal.host.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/** Asks a person at the terminal for a line, in commands without a turn. */
final class Ask {
    private static final int MAX_LINE = 4_096;

    private Ask() {}

    /** Whether somebody is there who sees a question and can answer it. */
    static boolean isPossible(Shell shell) {
        return shell.terminals().in() && shell.terminals().err();
    }

    /** What is typed, stripped; empty at the end of input. */
    static Optional<String> line(Shell shell, String prompt) {
        shell.complain(shell.errLook().bold(prompt));
        ByteArrayOutputStream typed = new ByteArrayOutputStream();
        try {
            int b = shell.in().read();
            if (b < 0) {
                return Optional.empty();
            }
            for (; b >= 0 && b != '\n'; b = shell.in().read()) {
                if (typed.size() < MAX_LINE) {
                    typed.write(b);
                }
            }
        } catch (IOException gone) {
            return Optional.empty();
        }
        return Optional.of(typed.toString(Terminals.charset()).strip());
    }

    /** Whether it is answered with yes; anything else is no. */
    static boolean yes(Shell shell, String prompt) {
        return line(shell, prompt + " [y/N]")
                .filter(answer -> answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes"))
                .isPresent();
    }
}
