package dev.termal.host.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.PlanEntry;
import dev.termal.api.Prompt;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.json.Samples;
import dev.termal.host.store.StoreRig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SessionMarkdownTest {
    private static String text(List<EntryBody> bodies) {
        StringBuilder text = new StringBuilder();
        SessionMarkdown markdown = new SessionMarkdown(text::append);
        bodies.forEach(body -> markdown.accept(StoreRig.entry(1, 1, body)));
        markdown.end();
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

                *done after 1.0 s*
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

    @Test
    void anAnswerIsNoPartOfTheThoughtBeforeIt() {
        assertEquals(
                """

                > *thought:* one
                >
                > two

                Answer.

                > *thought:* three
                """,
                text(List.of(
                        said(AgentEvent.ThoughtChunk.text("\n one \n")),
                        said(AgentEvent.ThoughtChunk.text("\ntwo")),
                        said(AgentEvent.ThoughtChunk.text("\n\n")),
                        StoreRig.says("\n"),
                        StoreRig.says("Answer."),
                        StoreRig.says(" \n\n"),
                        said(AgentEvent.ThoughtChunk.text("three")))));
    }

    @Test
    void toolsShowWhatTheyPrintedAndChangedInFencesThatNothingInsideEnds() {
        ToolCall call = ToolCall.builder("t")
                .title("Edit")
                .status(ToolCall.Status.COMPLETED)
                .content(List.of(
                        new ToolCall.Content.Block(ContentBlock.text("a ```` b\n\nc")),
                        new ToolCall.Content.Diff(Path.of("a.txt"), Optional.of("one\n"), Optional.of("two\n"))))
                .build();
        assertEquals(
                """

                - permission for Edit: Allow it
                - Edit (completed)
                  `````
                  a ```` b

                  c
                  `````
                  - changes `a.txt`
                    ```diff
                    @@ -1,1 +1,1 @@
                    -one
                    +two
                    ```
                """,
                text(List.of(
                        new EntryBody.PermissionRequested("p", new PermissionRequest(call, List.of(ALLOW))),
                        new EntryBody.PermissionAnswered("p", Optional.of(ALLOW), EntryBody.Decider.PERSON),
                        said(new AgentEvent.ToolCallUpdate(call)))));
    }

    private static final PermissionOption ALLOW =
            new PermissionOption("yes", "Allow it", PermissionOption.Kind.ALLOW_ONCE);

    @Test
    void whatIsLongIsCut() {
        ToolCall call = ToolCall.builder("t")
                .status(ToolCall.Status.FAILED)
                .content(List.of(new ToolCall.Content.Block(ContentBlock.text("x\n".repeat(500) + "last"))))
                .build();
        String text = text(List.of(said(new AgentEvent.ToolCallUpdate(call))));
        assertTrue(text.contains("401 more lines") && !text.contains("last"), text);
    }

    @Test
    void ofAPlanTheTurnsLastStateIsShown() {
        PlanEntry open = new PlanEntry("step", PlanEntry.Priority.HIGH, PlanEntry.Status.PENDING);
        PlanEntry done = new PlanEntry("step", PlanEntry.Priority.HIGH, PlanEntry.Status.COMPLETED);
        assertEquals(
                """

                Hi

                - [x] step

                *done after 1.0 s*
                """,
                text(List.of(
                        said(new AgentEvent.PlanUpdate(List.of(open))),
                        StoreRig.says("Hi"),
                        said(new AgentEvent.PlanUpdate(List.of(done))),
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
