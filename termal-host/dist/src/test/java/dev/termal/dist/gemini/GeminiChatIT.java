package dev.termal.dist.gemini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.chat.Tmux;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code termal chat} with the published Gemini CLI, which talks to a model on loopback, as a person sees it at a terminal. */
class GeminiChatIT extends GeminiStage {
    private Tmux tmux;

    GeminiChatIT() {
        super("acp");
    }

    @BeforeEach
    void chat() {
        tmux = Tmux.start(
                folder, 100, 40, host.command(List.of(), "chat", "-a", "gemini", "-e", "acp", "-m", "gemini-2.5-pro"));
        tmux.await("Enter sends");
    }

    @AfterEach
    void end() {
        if (tmux != null) {
            tmux.close();
        }
    }

    private void say(String... lines) {
        for (int i = 0; i < lines.length; i++) {
            tmux.type(lines[i]).press(i + 1 < lines.length ? "M-Enter" : "Enter");
        }
    }

    @Test
    void aChangeIsApprovedWithItsDiffInView() throws Exception {
        say("WRITE a.txt|new text", "TEXT written");
        String screen = tmux.await("Allow?");
        assertTrue(screen.contains("Permission wanted to change files"), screen);
        assertTrue(screen.contains("a.txt  +1 -0"), screen);
        assertTrue(screen.contains("+new text"), screen);
        assertFalse(Files.exists(workspace.resolve("a.txt")), "nothing is done before it is allowed");
        say("y");
        tmux.await("tokens out");
        assertEquals("new text", Files.readString(workspace.resolve("a.txt")));
        assertTrue(tmux.screen().contains("gemini-2.5-pro"), tmux::screen);
    }

    @Test
    void aRunningCommandShowsItsTimeAndIsCancelled() {
        say("SHELL touch begun; sleep 1000");
        tmux.await("Allow?");
        say("y");
        tmux.await("· execute · 2 s");
        tmux.press("Escape");
        tmux.await("cancelled: the turn was cancelled");
        say("TEXT again");
        tmux.await("tokens out");
        assertTrue(tmux.everything().contains("\nagain"), tmux::everything);
    }
}
