package dev.termal.host.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.ToolCall;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.TextPrinter;
import dev.termal.host.cli.output.ToolLines;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
    void aLongOutputIsFoldedAndTheLatestIsUnfoldedFirst() {
        ChatScreen own = with(written);
        TextPrinter printer = new TextPrinter(
                own, Look.PLAIN, true, new ToolLines(Look.PLAIN, Path.of("/work")), UnaryOperator.identity());
        for (int call = 1; call <= 2; call++) {
            int number = call;
            String output = IntStream.rangeClosed(1, 30)
                    .mapToObj(line -> "call " + number + " line " + line)
                    .collect(Collectors.joining("\n"));
            AgentEvent event = new AgentEvent.ToolCallUpdate(ToolCall.builder("c" + call)
                    .title("Run " + call)
                    .kind(ToolCall.Kind.EXECUTE)
                    .status(ToolCall.Status.COMPLETED)
                    .content(List.of(new ToolCall.Content.Block(ContentBlock.text(output))))
                    .build());
            printer.entry(new SessionEntry(call, Instant.EPOCH, 1, new EntryBody.Said(event, false)));
        }
        own.flush();
        String shown = String.join("", written);
        assertTrue(shown.contains("  call 2 line 10\n  … "), shown);
        assertTrue(shown.contains("  Ctrl-O shows all\n"), shown);
        assertFalse(shown.contains("line 11"), shown);
        written.clear();
        own.unfold();
        own.flush();
        assertTrue(String.join("", written).endsWith("  call 2 line 30\n"), () -> String.join("", written));
        own.unfold();
        own.unfold();
        own.close();
        assertTrue(
                String.join("", written).endsWith("  call 1 line 30\nnothing more is folded\n"),
                () -> String.join("", written));
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
