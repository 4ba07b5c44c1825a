package dev.termal.host.chat;

import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import java.util.stream.Stream;

/** What can be chosen, as lines. */
final class ChoiceLines {
    private static final int WIDTH = 160;

    private final Look look;

    ChoiceLines(Look look) {
        this.look = look;
    }

    /** A text of the agent's, or of a person's, on one line. */
    static String line(String text) {
        return PlainText.line(text, WIDTH);
    }

    /** A choice, with what there is to say of it. */
    String choice(String value, String name, String description, boolean current) {
        String more = Stream.of(name.equals(value) ? "" : name, description)
                .filter(text -> !text.isBlank())
                .map(ChoiceLines::line)
                .reduce((a, b) -> a + ": " + b)
                .orElse("");
        return (current ? look.green("• ") : "  ") + line(value) + (more.isEmpty() ? "" : look.dim("  " + more));
    }
}
