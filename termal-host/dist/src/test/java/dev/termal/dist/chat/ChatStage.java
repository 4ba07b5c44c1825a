package dev.termal.dist.chat;

import dev.termal.dist.packaged.RunTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A terminal in which a packaged host's chat runs. */
abstract class ChatStage extends RunTest {
    Tmux tmux;

    /** With the demo agent. */
    final Tmux chat(int columns, int rows) {
        return chat(columns, rows, "chat");
    }

    /** With the demo agent, and these words before that. */
    final Tmux chat(int columns, int rows, String... arguments) {
        List<String> words = new ArrayList<>(List.of(arguments));
        words.addAll(List.of("-a", "demo"));
        tmux = Tmux.start(folder, columns, rows, host.command(List.of(), words.toArray(String[]::new)));
        tmux.await("Enter sends");
        return tmux;
    }

    @AfterEach
    final void end() {
        if (tmux != null) {
            tmux.close();
        }
    }

    /** Types a line and sends it. */
    final Tmux say(String prompt) {
        return tmux.type(prompt).press("Enter");
    }
}
