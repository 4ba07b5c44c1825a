package dev.termal.dist.chat;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.ScriptedAcp;
import dev.termal.testkit.Script;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code termal chat} with an agent that tells more of itself than the demo agent does, as a person sees it. */
class ChatLookIT extends ChatStage {
    private static final String LONG =
            "Read the sources of the parser and find where it goes wrong, then think about the names";

    private Tmux chat(String config) throws IOException {
        Script script = ScriptedAcp.untilPrompt()
                .send(plan())
                .send(
                        ScriptedAcp.update(
                                "{\"sessionUpdate\":\"usage_update\",\"used\":61000,\"size\":100000,\"cost\":{\"amount\":0.25,\"currency\":\"USD\"}}"))
                .send(ScriptedAcp.says("The second agent speaks."))
                .send(ScriptedAcp.endsTurn());
        host.config(
                "{" + config + "\"agents\": {\"mine\": {\"command\": " + ScriptedAcp.command(script, folder) + "}}}");
        tmux = Tmux.start(folder, 80, 24, host.command(List.of(), "chat", "-a", "demo"));
        tmux.await("Enter sends");
        return tmux;
    }

    private static String plan() {
        return ScriptedAcp.update("{\"sessionUpdate\":\"plan\",\"entries\":["
                + "{\"content\":\"" + LONG + "\",\"status\":\"completed\",\"priority\":\"high\"},"
                + "{\"content\":\"Mend it\",\"status\":\"in_progress\",\"priority\":\"medium\"},"
                + "{\"content\":\"Test it\",\"status\":\"pending\",\"priority\":\"low\"}]}");
    }

    @Test
    void anotherAgentsPlanIsAChecklistAndItsContextAGauge() throws IOException {
        chat("");
        say("/agent mine").await("agent mine, a new conversation");
        say("go");
        String screen = tmux.await("The second agent speaks.");
        assertTrue(screen.contains("[x] Read the sources"), screen);
        assertTrue(screen.contains("[>] Mend it\n[ ] Test it\n"), screen);
        assertTrue(screen.contains("then think\n    about the names\n"), "broken between words: " + screen);
        String status = tmux.await("the gauge", seen -> last(seen).contains("61%"));
        assertTrue(last(status).startsWith("mine · context ▰▰▰▰▱ 61% · 0.25 USD"), status);
        say("/agent demo").await("agent demo, a new conversation");
        say("back").await("You said: back");
        assertFalse(last(tmux.screen()).contains("61%"), "the gauge is the other agent's: " + tmux.screen());
    }

    private static String last(String screen) {
        return screen.lines().toList().get(23);
    }

    @Test
    void aNotificationOfTheDesktopIsWhatTheTerminalMakesOfASequence() throws IOException {
        chat("\"bell\": \"desktop\", ");
        say("permission").await("Allow?");
        tmux.await("the sequence", seen -> tmux.written().contains("\u001B]9;TermAl: your answer is wanted\u0007"));
        tmux.read();
        say("n").await("denied");
    }
}
