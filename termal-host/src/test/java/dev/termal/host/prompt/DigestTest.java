package dev.termal.host.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.Prompt;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class DigestTest {
    private final List<SessionEntry> entries = new ArrayList<>();

    private void entry(EntryBody body) {
        entries.add(new SessionEntry(entries.size() + 1, Instant.EPOCH, 1, body));
    }

    private void said(AgentEvent event) {
        entry(new EntryBody.Said(event, false));
    }

    private void asks(String text) {
        entry(new EntryBody.TurnStarted(Prompt.of(text)));
    }

    private void answers(String text) {
        said(new AgentEvent.MessageChunk(AgentEvent.Role.AGENT, ContentBlock.text(text), Optional.empty()));
    }

    private void tool(String title, ToolCall.Status status, String output) {
        ToolCall.Builder call =
                ToolCall.builder("t" + entries.size()).title(title).status(status);
        if (!output.isEmpty()) {
            call.content(List.of(new ToolCall.Content.Block(ContentBlock.text(output))));
        }
        said(new AgentEvent.ToolCallUpdate(call.build()));
    }

    private String told(int limit) {
        return Digest.of(entries, limit).orElseThrow();
    }

    @Test
    @Tag("R-AG-144")
    void tellsWhatWasAskedAnsweredAndDone() {
        asks("count the files");
        answers("I ");
        answers("look.");
        tool("ls", ToolCall.Status.COMPLETED, "a\nb");
        tool("rm a", ToolCall.Status.REJECTED, "");
        answers("There are two.");

        assertTrue(told(1_000).endsWith("""
                        [earlier prompt]
                        count the files

                        [answer of another conversation]
                        I look.

                        [tool: ls]
                        a
                        b

                        [tool: rm a (rejected)]
                        (no text output)

                        [answer of another conversation]
                        There are two."""), told(1_000));
    }

    @Test
    void thoughtsAndUnfinishedCallsAreNotTold() {
        asks("hello");
        tool("ls", ToolCall.Status.IN_PROGRESS, "half");
        said(new AgentEvent.Replayed(
                new AgentEvent.MessageChunk(AgentEvent.Role.AGENT, ContentBlock.text("old"), Optional.empty())));

        assertFalse(told(1_000).contains("half"));
        assertFalse(told(1_000).contains("old"));
    }

    @Test
    void theOldestIsLeftOutFirst() {
        asks("first words");
        asks("second words");
        asks("third words");

        String told = told(70);
        assertFalse(told.contains("first"), told);
        assertTrue(told.contains("[earlier parts left out]\n\n[earlier prompt]\nsecond"), told);
        assertTrue(told.endsWith("third words"), told);
    }

    @Test
    void ofThePartThatAloneIsTooLongTheEndIsKept() {
        asks("x".repeat(500) + "the end");

        assertTrue(told(10).endsWith("left out]\n\nxxxthe end"), told(10));
    }

    @Test
    void aCharacterOfTwoHalvesIsNotCut() {
        asks("😀😀");

        assertTrue(told(3).endsWith("left out]\n\n😀"), told(3));
    }

    @Test
    void nothingIsNothing() {
        assertEquals(Optional.empty(), Digest.of(List.of(), 100));
        asks("hello");
        assertEquals(Optional.empty(), Digest.of(entries, 0));
    }
}
