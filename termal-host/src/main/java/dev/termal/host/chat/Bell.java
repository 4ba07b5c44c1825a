package dev.termal.host.chat;

import java.util.Map;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp;

/** Calls a person who looks elsewhere. For one thread at a time. */
public enum Bell {
    /** Rings the terminal's bell. */
    ON {
        @Override
        void ring(Terminal terminal, Map<String, String> environment, String why) {
            terminal.puts(InfoCmp.Capability.bell);
            terminal.flush();
        }
    },
    /** Has the terminal show a notification, as those do that know its sequence; the others show nothing. */
    DESKTOP {
        @Override
        void ring(Terminal terminal, Map<String, String> environment, String why) {
            String sequence = "\u001B]9;TermAl: " + why + "\u0007";
            terminal.writer().print(environment.containsKey("TMUX") ? throughTmux(sequence) : sequence);
            terminal.flush();
        }

        private String throughTmux(String sequence) {
            return "\u001BPtmux;" + sequence.replace("\u001B", "\u001B\u001B") + "\u001B\\";
        }
    },
    /** Does nothing. */
    OFF {
        @Override
        void ring(Terminal terminal, Map<String, String> environment, String why) {
            // as the person wants it
        }
    };

    /** Calls; why is shown as it is. */
    abstract void ring(Terminal terminal, Map<String, String> environment, String why);
}
