package dev.termal.host.cli;

import dev.termal.host.ConfigChange;
import dev.termal.host.cli.output.PlainText;

/** Tells a person what has changed in the config file, and what is odd about it now. */
record ShownChange(Shell shell) {
    private static final int MAX_LINE = 2_000;

    void tell(ConfigChange change) {
        shell.print(PlainText.line(text(change), MAX_LINE));
        change.warnings().forEach(warning -> shell.complain(shell.errLook().warning(warning)));
    }

    private static String text(ConfigChange change) {
        if (change.before().isEmpty() && change.after().isEmpty()) {
            return change.path() + " was not set";
        }
        return change.path() + ": " + change.before().orElse("not set") + " → "
                + change.after().orElse("not set");
    }
}
