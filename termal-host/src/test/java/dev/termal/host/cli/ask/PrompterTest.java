package dev.termal.host.cli.ask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.Answer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Question;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.host.cli.FakeSession;
import dev.termal.host.cli.Typed;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.Screen;
import dev.termal.host.cli.output.StreamScreen;
import dev.termal.host.cli.output.ToolLines;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Remember;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.json.Samples;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PrompterTest {
    private final FakeSession session = new FakeSession(s -> {
        throw new AssertionError("no turn");
    });
    private final Typed keys = new Typed();
    private final Watched terminal = new Watched();
    private final Screen screen = new StreamScreen(terminal, terminal, true, () -> {});
    private final List<String> echo = new ArrayList<>();
    private final List<String> seen = new ArrayList<>();
    private final Prompter prompter = new Prompter(
            session,
            new TypingPerson(
                    screen,
                    new Keyboard(keys, StandardCharsets.UTF_8),
                    new Echo() {
                        @Override
                        public boolean off() {
                            return echo.add("off");
                        }

                        @Override
                        public void on() {
                            echo.add("on");
                        }
                    },
                    Look.PLAIN),
            Look.PLAIN,
            new ToolLines(Look.PLAIN, Path.of("/work")),
            seen::add);

    /** Output that a test can wait for. */
    private static final class Watched extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int b) {
            bytes.write(b);
            notifyAll();
        }

        synchronized String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }

        synchronized void await(String text) throws InterruptedException {
            while (!text().contains(text)) {
                wait();
            }
        }

        synchronized void awaitLast(String text) throws InterruptedException {
            while (!text().endsWith(text)) {
                wait();
            }
        }
    }

    @AfterEach
    void close() {
        prompter.close();
    }

    private void entry(EntryBody body) {
        prompter.entry(new SessionEntry(1, Instant.EPOCH, 1, body));
    }

    private void ask(String id, ToolCall call, PermissionOption... options) {
        entry(new EntryBody.PermissionRequested(id, new PermissionRequest(call, List.of(options))));
    }

    private void ask(Question.Field... fields) {
        entry(new EntryBody.QuestionAsked(
                new Question("q", "Deploy", "Where\u001B[2J to?", List.of(fields), Optional.empty(), true)));
    }

    private void typeAt(String prompt, String line) throws InterruptedException {
        terminal.await(prompt);
        keys.type(line + "\n");
    }

    @Test
    void showsAllThatIsToBeApprovedAndExactlyTheAgentsOptions() throws InterruptedException {
        ask("p", Samples.EDIT, Samples.ALLOW, Samples.ALWAYS, Samples.REJECT);
        typeAt("Allow? 1-3, or y, a, n: ", "1");
        assertEquals(new PermissionDecision.Selected("yes-1"), session.decisions.take());
        assertEquals("""
                Permission wanted to change files: Change App.java: sed -i s/b/c/ App.java
                  tool edit of MCP server files
                  App.java:2
                  $ sed -i s/b/c/ App.java
                  in /work
                  App.java  +1 -1
                  @@ -1,2 +1,2 @@
                   a
                  -b
                  +c
                  New.java  +1 -0  new file
                  +x
                  1) Allow once (y)
                  2) Always allow (a)
                  3) Reject (n)
                Allow? 1-3, or y, a, n: \
                """, terminal.text());
        assertEquals(List.of("call-1"), seen);
    }

    @Test
    void takesKeysAndAsksAgainWhereItDoesNotUnderstand() throws InterruptedException {
        ask("p", Samples.EDIT, Samples.ALLOW, Samples.ALWAYS, Samples.REJECT);
        typeAt("Allow? 1-3, or y, a, n: ", "ma\u001B[2Jybe");
        typeAt(
                "  \"maybe\" is none of the choices. Type 1-3, or y, a, n, or ? for help; 2 tries are left.\nAllow? 1-3, or y, a, n: ",
                "A");
        assertEquals(new PermissionDecision.Selected("yes-2"), session.decisions.take());
    }

    @Test
    void anAnswerWithAScopeBehindItIsRememberedByTheHost() throws InterruptedException {
        session.rememberable = Optional.of("command make");
        ask("p", Samples.EDIT, Samples.ALLOW, Samples.ALWAYS, Samples.REJECT);
        typeAt("Allow? 1-3, or y, a, n: ", "a folder");
        typeAt("2 tries are left.\nAllow? 1-3, or y, a, n: ", "y Folder");
        assertEquals(new PermissionDecision.Selected("yes-1"), session.decisions.take());
        assertEquals(List.of(Remember.in(Remember.Scope.FOLDER)), session.remembered);
        assertTrue(terminal.text().contains("with session, folder, always behind it, TermAl remembers: command make"));
        terminal.await("TermAl remembers this for the folder ('termal permissions revoke' forgets it): command make");
    }

    @Test
    void silenceRefuses() throws InterruptedException {
        ask("p", Samples.EDIT, Samples.ALLOW, Samples.REJECT);
        typeAt("Allow? 1-2, or y, n: ", "");
        typeAt("or ? for help; 2 tries are left.\nAllow? 1-2, or y, n: ", "?");
        typeAt("Ctrl-C cancels the turn.\nAllow? 1-2, or y, n: ", "");
        typeAt("1 try is left.\nAllow? 1-2, or y, n: ", "");
        assertEquals(new PermissionDecision.Selected("no-1"), session.decisions.take());
        ask("q", Samples.EDIT, Samples.ALLOW);
        terminal.await("refused.\nPermission wanted");
        keys.end();
        assertEquals(PermissionDecision.cancelled(), session.decisions.take(), "no way to reject was offered");
    }

    @Test
    void aLastingRefusalIsNeverChosenForThePerson() throws InterruptedException {
        ask("p", Samples.EDIT, new PermissionOption("x", "Never", PermissionOption.Kind.REJECT_ALWAYS));
        keys.end();
        assertEquals(PermissionDecision.cancelled(), session.decisions.take());
    }

    @Test
    void withoutOptionsThereIsNothingToAsk() throws InterruptedException {
        ask("p", Samples.EDIT);
        assertEquals(PermissionDecision.cancelled(), session.decisions.take());
    }

    @Test
    void whatWasTypedBeforeApprovesNothing() throws InterruptedException {
        keys.type("1\n1\n");
        ask("p", Samples.EDIT, Samples.ALLOW, Samples.REJECT);
        typeAt("Allow? 1-2, or y, n: ", "2");
        assertEquals(new PermissionDecision.Selected("no-1"), session.decisions.take());
    }

    @Test
    void furtherLinesOfAPastedTextApproveNothing() throws InterruptedException {
        ask("p", Samples.EDIT, Samples.ALLOW, Samples.REJECT);
        terminal.await("Allow? 1-2, or y, n: ");
        keys.type("maybe\ny\n");
        typeAt("beyond the first line is left out.\nAllow? 1-2, or y, n: ", "n");
        assertEquals(new PermissionDecision.Selected("no-1"), session.decisions.take());
    }

    @Test
    void furtherLinesOfAPastedTextAnswerNoOtherField() throws InterruptedException {
        ask(Question.Field.text("a", "First"), Question.Field.text("b", "Second"));
        terminal.await("First:");
        keys.type("one\ntwo\n");
        typeAt("beyond the first line is left out.\nSecond: ", "three");
        assertEquals(new Answer.Accepted(Map.of("a", List.of("one"), "b", List.of("three"))), session.answers.take());
    }

    @Test
    void severalQueueUp() throws InterruptedException {
        ask("p", Samples.EDIT, Samples.ALLOW, Samples.REJECT);
        ask("q", Samples.EDIT.toBuilder().title("Second").build(), Samples.ALLOW, Samples.REJECT);
        typeAt("Allow? 1-2, or y, n: ", "1");
        assertEquals(new PermissionDecision.Selected("yes-1"), session.decisions.take());
        terminal.await("Second");
        terminal.awaitLast("Allow? 1-2, or y, n: "); // what is typed before it is asked answers nothing
        keys.type("2\n");
        assertEquals(new PermissionDecision.Selected("no-1"), session.decisions.take());
    }

    @Test
    void aCancelClosesTheOpenOneAndThoseBehindIt() throws InterruptedException {
        ask("p", Samples.EDIT, Samples.ALLOW, Samples.REJECT);
        terminal.await("Allow? 1-2, or y, n: ");
        screen.text("meanwhile");
        assertFalse(terminal.text().contains("meanwhile"));
        entry(new EntryBody.PermissionAnswered("p", Optional.empty(), EntryBody.Decider.TURN_END));
        terminal.await("(cancelled)\nmeanwhile");
        assertNull(session.decisions.poll());
    }

    @Test
    void whatAnotherHasAnsweredIsNotCalledCancelled() throws InterruptedException {
        ask("p", Samples.EDIT, Samples.ALLOW, Samples.REJECT);
        terminal.await("Allow? 1-2, or y, n: ");
        entry(new EntryBody.PermissionAnswered("p", Optional.of(Samples.ALLOW), EntryBody.Decider.PERSON));
        terminal.await("(answered elsewhere)");
    }

    @Test
    void everyKindIsSaidInWords() throws InterruptedException {
        for (ToolCall.Kind kind : ToolCall.Kind.values()) {
            String title = "call " + kind.ordinal();
            ask(title, ToolCall.builder(title).title(title).kind(kind).build(), Samples.ALLOW);
            terminal.await(": " + title + "\n");
            assertFalse(terminal.text().contains("_"), terminal.text());
            entry(new EntryBody.PermissionAnswered(title, Optional.empty(), EntryBody.Decider.TURN_END));
        }
    }

    @Test
    void whatIsSettledAtOnceIsNotShown() throws InterruptedException {
        ask("p", Samples.EDIT, Samples.ALLOW, Samples.REJECT);
        entry(new EntryBody.PermissionAnswered("p", Optional.of(Samples.ALLOW), EntryBody.Decider.RULE));
        ask("q", Samples.EDIT.toBuilder().title("Second").build(), Samples.ALLOW, Samples.REJECT);
        terminal.await("Second");
        assertFalse(terminal.text().contains("Change App.java"));
    }

    @Test
    void aCommandWithAHiddenEndSaysSoLoudly() throws InterruptedException {
        ToolCall call =
                ToolCall.builder("c").title("Run").command("x".repeat(9_000)).build();
        ask("p", call, Samples.ALLOW, Samples.REJECT);
        terminal.await("… 1000 more characters are not shown");
    }

    @Test
    void whereNothingElseTellsTheArgumentsAreShown() throws InterruptedException {
        ToolCall call = ToolCall.builder("c")
                .title("Tool")
                .input(new RawJson("{\"a\":1}"))
                .build();
        ask("p", call, Samples.ALLOW, Samples.REJECT);
        terminal.await("  {\"a\":1}\n");
    }

    @Test
    void fieldsAreAskedOneByOne() throws InterruptedException {
        ask(
                Question.Field.text("why", "Why"),
                Question.Field.choice(
                        "where",
                        "Where",
                        List.of(new Question.Choice("prod", "Production", ""), new Question.Choice("t", "Test", ""))),
                new Question.Field(
                        "pin",
                        "PIN",
                        "",
                        Question.Type.SECRET,
                        false,
                        List.of(),
                        true,
                        List.of(),
                        Question.Bounds.NONE));
        typeAt("Why:", "because");
        typeAt("Where (1-2):", "3");
        typeAt("Choose by number, 1 to 2.\nWhere (1-2):", "2");
        typeAt("PIN (not shown):", "1234");
        assertEquals(
                new Answer.Accepted(Map.of("why", List.of("because"), "where", List.of("t"), "pin", List.of("1234"))),
                session.answers.take());
        assertEquals(List.of("off", "on"), echo);
        assertTrue(terminal.text().startsWith("? Deploy\n  Where to?\n  (:no declines)\n"), terminal.text());
    }

    @Test
    void aQuestionCanBeDeclined() throws InterruptedException {
        ask(Question.Field.text("why", "Why"));
        typeAt("Why:", ":no");
        assertEquals(new Answer.Declined("declined at the terminal"), session.answers.take());
        ask();
        typeAt("Agree? y/n:", "sure");
        typeAt("Answer y or n.\nAgree? y/n:", "y");
        assertEquals(new Answer.Accepted(Map.of()), session.answers.take());
    }
}
