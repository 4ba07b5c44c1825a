package dev.termal.host.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.cli.output.Look;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class ChatScreenTest {
    private final List<String> written = new ArrayList<>();

    private static ChatScreen with(List<String> written) {
        return new ChatScreen(written::add, lines -> {}, () -> 80, Look.PLAIN, Executors.newScheduledThreadPool(1));
    }

    @Test
    void textBetweenCallsOfToolsStaysInOrder() {
        ChatScreen own = with(written);
        own.text("one ");
        own.note("a tool");
        own.newMessage();
        own.text("two");
        own.finish();
        own.close();
        assertEquals("one\na tool\n\ntwo\n", String.join("", written));
    }

    @Test
    void aThoughtIsOneLineUntilItIsUnfolded() {
        ChatScreen own = with(written);
        own.thought("first line\nsecond ", Look.PLAIN);
        own.thought("line", Look.PLAIN);
        own.text("answer\n");
        own.unfold();
        own.close();
        assertEquals(
                "∴ first line second line (4 words of thought; Ctrl-O shows)\nanswer\n  first line\n  second line\n",
                String.join("", written));
    }

    @Test
    void behindAQuestionEverythingWaits() {
        ChatScreen own = with(written);
        own.ask("may I?\n");
        own.note("later");
        own.ask("  1) yes\n");
        own.asked();
        own.close();
        assertEquals("may I?\n  1) yes\nlater\n", String.join("", written));
    }

    @Test
    void whatIsSentIsCleaned() {
        ChatScreen own = with(written);
        own.sent("two\nlines \u001B[2J");
        own.close();
        assertTrue(String.join("", written).contains("› two\n  lines"), () -> String.join("", written));
        assertTrue(String.join("", written).indexOf('\u001B') < 0);
    }
}
