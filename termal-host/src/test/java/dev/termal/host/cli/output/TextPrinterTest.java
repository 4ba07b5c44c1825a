package dev.termal.host.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.PermissionRequest;
import dev.termal.api.PlanEntry;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.json.Samples;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is on a screen, or in files, word for word. */
class TextPrinterTest {
    private static final Path CWD = Path.of("/work");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private TextPrinter printer = piped();

    private TextPrinter piped() {
        Screen screen = new StreamScreen(out, err, false, () -> {});
        return new TextPrinter(screen, Look.PLAIN, false, new ToolLines(Look.PLAIN, CWD), UnaryOperator.identity());
    }

    private TextPrinter atTerminal() {
        Look look = new Look(false, true);
        return new TextPrinter(
                new StreamScreen(out, out, true, () -> {}), look, true, new ToolLines(look, CWD), PlainText::clean);
    }

    private void say(AgentEvent... events) {
        for (AgentEvent event : events) {
            entry(new EntryBody.Said(event, false));
        }
    }

    private void entry(EntryBody body) {
        printer.entry(new SessionEntry(1, Instant.EPOCH, 1, body));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static AgentEvent text(String text, String messageId) {
        return new AgentEvent.MessageChunk(
                AgentEvent.Role.AGENT, ContentBlock.text(text), Optional.ofNullable(messageId));
    }

    @Test
    void aTurnInPipes() {
        say(
                text("Let me ", null),
                text("look.", null),
                new AgentEvent.ToolCallUpdate(Samples.edit(ToolCall.Status.PENDING)),
                new AgentEvent.ToolCallUpdate(Samples.edit(ToolCall.Status.IN_PROGRESS)),
                AgentEvent.ThoughtChunk.text("hm"),
                new AgentEvent.ToolCallUpdate(Samples.edit(ToolCall.Status.COMPLETED)),
                text("All done.", null));
        entry(new EntryBody.TurnEnded(Samples.done("Let me look.\n\nAll done.")));
        assertEquals("Let me look.\n\nAll done.\n", out());
        assertEquals("""
                • Change App.java: sed -i s/b/c/ App.java
                ✓ Change App.java: sed -i s/b/c/ App.java
                  done
                  [image]
                  App.java  +1 -1
                  @@ -1,2 +1,2 @@
                   a
                  -b
                  +c
                  New.java  +1 -0  new file
                  +x
                """, err());
    }

    @Test
    void aTurnAtATerminal() {
        printer = atTerminal();
        ToolCall read = ToolCall.builder("r")
                .title("Read notes")
                .kind(ToolCall.Kind.READ)
                .content(List.of(new ToolCall.Content.Block(ContentBlock.text("a\nb\nc"))))
                .build();
        say(
                AgentEvent.ThoughtChunk.text("hm"),
                text("Looking.", null),
                new AgentEvent.ToolCallUpdate(read),
                new AgentEvent.ToolCallUpdate(
                        read.toBuilder().status(ToolCall.Status.COMPLETED).build()),
                text("Done.", null));
        entry(new EntryBody.TurnEnded(Samples.done("…")));
        assertEquals(
                "hm\nLooking.\n"
                        + "\u001B[?7l• Read notes · read\n\u001B[?7h"
                        + "\u001B[1A\r\u001B[J✓ Read notes\n"
                        + "\nDone.\n"
                        + "1.5 s · 1,200 tokens in · 34 tokens out · context 20% · 0.0123 USD\n",
                out());
    }

    @Test
    void messagesAreApartByTheirIds() {
        say(text("One", "1"), text(" more", "1"), text("Two", "2"));
        assertEquals("One more\n\nTwo", out());
    }

    @Test
    void thePersonsOwnWordsAreNotRepeated() {
        say(new AgentEvent.MessageChunk(AgentEvent.Role.USER, ContentBlock.text("hello"), Optional.empty()));
        say(new AgentEvent.Replayed(text("old", null)));
        assertEquals("", out() + err());
    }

    @Test
    void aFileGetsTextAsItIsATerminalDoesNot() {
        say(text("\u001B[31mred", null));
        assertEquals("\u001B[31mred", out());
        out.reset();
        printer = atTerminal();
        say(text("\u001B[31mred\u001B]0;x", null));
        assertEquals("red\uFFFD]0;x", out());
    }

    @Test
    void titlesAndNoticesCannotDriveATerminal() {
        say(
                new AgentEvent.ToolCallUpdate(
                        ToolCall.builder("x").title("a\u001B[2J\nb\u202E").build()),
                new AgentEvent.Notice(AgentEvent.Notice.Level.ERROR, "bad\u0007\nthing"));
        assertEquals("• a b\uFFFD\nerror: bad\uFFFD thing\n", err());
    }

    @Test
    void aCallThatIsToldOfOnceMoreIsShownOnce() {
        ToolCall call = ToolCall.builder("x")
                .title("Read")
                .status(ToolCall.Status.COMPLETED)
                .build();
        say(
                new AgentEvent.ToolCallUpdate(call),
                new AgentEvent.ToolCallUpdate(
                        ToolCall.builder("y").title("read").sameAs("x").build()));
        assertEquals("✓ Read\n", err());
    }

    @Test
    void outputsAreBounded() {
        ToolCall call = ToolCall.builder("x")
                .title("Build")
                .kind(ToolCall.Kind.EXECUTE)
                .status(ToolCall.Status.COMPLETED)
                .content(List.of(new ToolCall.Content.Block(ContentBlock.text("line\n".repeat(1_000_000)))))
                .build();
        say(new AgentEvent.ToolCallUpdate(call));
        List<String> lines = err().lines().toList();
        assertEquals(12, lines.size());
        assertEquals("  … 999,990 more lines", lines.get(11));
    }

    private static PlanEntry step(String text, PlanEntry.Status status) {
        return new PlanEntry(text, PlanEntry.Priority.HIGH, status);
    }

    private static AgentEvent plan(PlanEntry.Status look, PlanEntry.Status leap) {
        return new AgentEvent.PlanUpdate(List.of(step("Look", look), step("Leap", leap)));
    }

    private void sayThePlan() {
        say(
                plan(PlanEntry.Status.IN_PROGRESS, PlanEntry.Status.PENDING),
                plan(PlanEntry.Status.IN_PROGRESS, PlanEntry.Status.PENDING),
                plan(PlanEntry.Status.COMPLETED, PlanEntry.Status.IN_PROGRESS));
    }

    @Test
    void aPlanIsAChecklistOnceAndThenALineForEachStep() {
        sayThePlan();
        say(plan(PlanEntry.Status.COMPLETED, PlanEntry.Status.COMPLETED));
        assertEquals("[>] Look\n[ ] Leap\nplan 2/2: Leap\n✓ plan: 2 steps done\n", err());
    }

    @Test
    void howFarAPlanIsStaysOneLineAtATerminal() {
        printer = atTerminal();
        sayThePlan();
        String progress = "\u001B[?7lplan 2/2: Leap\n\u001B[?7h";
        assertEquals("[>] Look\n[ ] Leap\n" + progress, out());
        say(plan(PlanEntry.Status.COMPLETED, PlanEntry.Status.CANCELLED));
        assertEquals("[>] Look\n[ ] Leap\n" + progress + "\u001B[1A\r\u001B[J✓ plan: 1 step done, 1 dropped\n", out());
    }

    @Test
    void aPlanThatIsNotDoneSaysAtTheTurnsEndHowFarItCame() {
        printer = atTerminal();
        sayThePlan();
        entry(new EntryBody.TurnEnded(Samples.ended(Outcome.LIMIT, Optional.empty())));
        assertTrue(out().contains("\u001B[1A\r\u001B[Jplan 2/2: Leap\n"), out());
    }

    @Test
    void otherStepsAreAnotherChecklist() {
        sayThePlan();
        say(new AgentEvent.PlanUpdate(List.of(step("Sleep", PlanEntry.Status.PENDING))));
        assertTrue(err().endsWith("plan 2/2: Leap\n[ ] Sleep\n"), err());
    }

    @Test
    void whatHasNoEndIsSaidToHaveNone() {
        say(new AgentEvent.ToolCallUpdate(ToolCall.builder("x").title("Build").build()));
        entry(new EntryBody.TurnEnded(Samples.done("")));
        assertEquals("• Build\n? Build (no end told)\n", err());
    }

    @Test
    void refusalsByTheHostAreTold() {
        PermissionRequest request = new PermissionRequest(Samples.EDIT, List.of(Samples.ALLOW, Samples.REJECT));
        entry(new EntryBody.PermissionRequested("p", request));
        entry(new EntryBody.PermissionAnswered("p", Optional.of(Samples.REJECT), EntryBody.Decider.POLICY));
        assertEquals("⊘ refused by the policy: Change App.java: sed -i s/b/c/ App.java\n", err());
        say(new AgentEvent.ToolCallUpdate(
                Samples.EDIT.toBuilder().status(ToolCall.Status.REJECTED).build()));
        assertEquals(1, err().lines().count(), "it is not told again");
        entry(new EntryBody.PermissionRequested("q", request));
        entry(new EntryBody.PermissionAnswered("q", Optional.of(Samples.ALLOW), EntryBody.Decider.POLICY));
        assertEquals(1, err().lines().count(), "what is allowed runs, and shows as a tool call");
    }

    @Test
    void diffsThatWereSeenAreNotShownAgain() {
        printer.diffsShown(Samples.EDIT.id());
        say(new AgentEvent.ToolCallUpdate(Samples.edit(ToolCall.Status.COMPLETED)));
        assertFalse(err().contains("@@"));
    }

    @Test
    void aFailureShowsItsRealCause() {
        entry(new EntryBody.TurnEnded(Samples.failed()));
        assertEquals("""
                termal: agent error: the agent answered with an error
                  the agent says (-32603): Internal error
                  details: {"reason":"quota"}
                  | Error: quota exceeded
                termal: 2 questions got no answer (--answers FILE gives answers beforehand)
                """, err());
        assertEquals("", out());
    }

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void everyOutcomeButDoneIsExplained(Outcome outcome) {
        entry(new EntryBody.TurnEnded(Samples.ended(outcome, Optional.empty())));
        assertEquals(
                outcome != Outcome.DONE,
                err().startsWith("termal: " + outcome.word().replace('_', ' ') + ": "));
    }

    @ParameterizedTest
    @MethodSource("dev.termal.host.json.Samples#bodies")
    void everyKindOfEntryCanBeShown(EntryBody body) {
        entry(body);
        printer = atTerminal();
        entry(body);
        assertTrue(out().length() + err().length() < 10_000);
    }
}
