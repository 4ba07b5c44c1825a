package dev.termal.host.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.Prompt;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.json.Samples;
import dev.termal.host.store.StoreRig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SessionMarkdownTest {
    private static String text(List<EntryBody> bodies) {
        StringBuilder text = new StringBuilder();
        SessionMarkdown markdown = new SessionMarkdown(text::append);
        bodies.forEach(body -> markdown.accept(StoreRig.entry(1, 1, body)));
        return text.toString();
    }

    static List<EntryBody> bodies() {
        return Samples.bodies();
    }

    private static EntryBody said(AgentEvent event) {
        return new EntryBody.Said(event, false);
    }

    @Test
    void aTurnAsPeopleReadIt() {
        ToolCall call = ToolCall.builder("t")
                .title("Read a file")
                .status(ToolCall.Status.COMPLETED)
                .build();
        assertEquals(
                """

                ## Turn 1

                > first line
                > second

                > *thought:* hm, so

                Look:

                - Read a file (completed)
                - Read a file (completed)

                That is it.

                *done after 1 s*
                """,
                text(List.of(
                        new EntryBody.TurnStarted(Prompt.of("first line\nsecond")),
                        said(AgentEvent.ThoughtChunk.text("hm, ")),
                        said(AgentEvent.ThoughtChunk.text("so")),
                        StoreRig.says("Lo"),
                        StoreRig.says("ok:"),
                        said(new AgentEvent.ToolCallUpdate(call)),
                        said(new AgentEvent.ToolCallUpdate(call)),
                        StoreRig.says("That is it."),
                        StoreRig.ended(""))));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void anythingCanStandInASession(EntryBody body) {
        text(List.of(body, body));
    }

    @Test
    void aFailureSaysWhy() {
        String text = text(List.of(new EntryBody.TurnEnded(Samples.failed())));
        String why = Samples.failed().error().orElseThrow().message();
        assertTrue(text.contains(why), text);
    }
}
