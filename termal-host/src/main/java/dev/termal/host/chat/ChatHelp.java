package dev.termal.host.chat;

import dev.termal.api.SessionState;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code /help} shows. */
final class ChatHelp {
    private static final int WIDTH = 160;

    private static final Map<String, String> KEYS = new LinkedHashMap<>();

    static {
        KEYS.put("Enter", "sends; while the agent works, the prompt waits in a queue");
        KEYS.put("Ctrl-S", "interrupts the agent and sends at once");
        KEYS.put("Alt-Enter, Ctrl-J", "a further line");
        KEYS.put("Esc, Ctrl-C", "cancels the turn; again ends the agent's process");
        KEYS.put("Up", "takes a waiting prompt back to edit it, else the history");
        KEYS.put("Ctrl-R", "searches the history");
        KEYS.put("Ctrl-G, Ctrl-X Ctrl-E", "goes on in your editor ($VISUAL, $EDITOR)");
        KEYS.put("Ctrl-O", "shows whole what was folded last; again, what was folded before");
        KEYS.put("Tab", "completes commands and @path");
        KEYS.put("Ctrl-D, Ctrl-C twice", "ends the chat, where no turn runs");
    }

    private ChatHelp() {}

    static String text(Look look, List<SessionState.Command> own) {
        List<String> lines = new ArrayList<>();
        lines.add(look.bold("Keys"));
        KEYS.forEach((key, does) -> lines.add(row(key, does)));
        lines.add(look.bold("Files"));
        lines.add("  @path sends a file along; the path of a picture sends the picture");
        lines.add(look.bold("Commands"));
        for (SlashCommand command : SlashCommand.values()) {
            lines.add(row(command.typed() + " " + command.argument(), command.text()));
        }
        if (!own.isEmpty()) {
            lines.add(look.bold("Commands of the agent"));
            own.forEach(command -> lines.add(
                    row("/" + PlainText.line(command.name(), WIDTH), PlainText.line(command.description(), WIDTH))));
        }
        return String.join("\n", lines);
    }

    private static String row(String typed, String does) {
        return String.format(Locale.ROOT, "  %-24s %s", typed, does);
    }
}
