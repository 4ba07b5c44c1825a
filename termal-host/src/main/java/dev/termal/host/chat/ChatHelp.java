package dev.termal.host.chat;

import dev.termal.api.SessionState;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@code /help} shows. */
final class ChatHelp {
    private static final int WIDTH = 160;

    private ChatHelp() {}

    static String text(Look look, List<SessionState.Command> own) {
        List<String> lines = new ArrayList<>();
        lines.add(look.bold("Keys"));
        List.of(
                        "Enter            sends; while the agent works, the prompt waits in a queue",
                        "Ctrl-S           interrupts the agent and sends at once",
                        "Alt-Enter, Ctrl-J  a further line",
                        "Esc, Ctrl-C      cancels the turn; again ends the agent's process",
                        "Up               takes a waiting prompt back to edit it, else the history",
                        "Ctrl-G           goes on in your editor ($VISUAL, $EDITOR)",
                        "Ctrl-O           shows whole what was folded last; again, what was folded before",
                        "Tab              completes commands and @path",
                        "Ctrl-D           ends the chat")
                .forEach(line -> lines.add("  " + line));
        lines.add(look.bold("Files"));
        lines.add("  @path sends a file along; the path of a picture sends the picture");
        lines.add(look.bold("Commands"));
        for (SlashCommand command : SlashCommand.values()) {
            lines.add(String.format(
                    Locale.ROOT, "  %-24s %s", command.typed() + " " + command.argument(), command.text()));
        }
        if (!own.isEmpty()) {
            lines.add(look.bold("Commands of the agent"));
            own.forEach(command -> lines.add(String.format(
                    Locale.ROOT,
                    "  %-24s %s",
                    "/" + PlainText.line(command.name(), WIDTH),
                    PlainText.line(command.description(), WIDTH))));
        }
        return String.join("\n", lines);
    }
}
