package dev.termal.dist.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code termal chat} with the demo agent, as a person sees it at a terminal. */
class ChatIT extends ChatStage {
    @Test
    void anAnswerIsShownAsMarkdownAndTheStatusLineStaysBelow() {
        chat(80, 24);
        say("hello **bold** `code`");
        String screen = tmux.await("tokens out");
        assertTrue(screen.contains("› hello **bold** `code`"), screen);
        assertTrue(screen.contains("You said: hello bold code"), screen);
        assertTrue(screen.contains("∴ The prompt has 3 words."), "the thought is folded: " + screen);
        List<String> lines = screen.lines().toList();
        assertTrue(lines.get(23).contains("demo · echo · mode chat"), screen);
        tmux.press("C-o").await("  The prompt has 3 words.");
        say("/quit").awaitEnd();
    }

    @Test
    void aPermissionIsAskedForWithTheDiffInViewAndTheAgentsOwnChoices() {
        chat(80, 24);
        say("diff");
        String screen = tmux.await("Allow? 1-4, or y, a, n, never:");
        assertTrue(screen.contains("Permission wanted to change files: Edit demo.txt"), screen);
        assertTrue(screen.contains("+A file of the demo agent."), screen);
        assertTrue(screen.contains("4) Always reject in this session"), screen);
        tmux.await("● your answer is wanted");
        say("perhaps").await("\"perhaps\" is none of the choices");
        say("y").await("Allowed, and done");
        tmux.await("tokens out");
    }

    @Test
    void whatIsBeingTypedComesBackBehindAQuestion() {
        chat(80, 24);
        say("slow:1500 question");
        tmux.await("● working");
        tmux.type("my draft");
        tmux.await("Name:");
        assertFalse(tmux.screen().contains("› my draft"), "it is put aside");
        tmux.read(); // an Enter right after the question would end the draft
        say("Fred").await("Colour");
        say("2").await("Copies");
        tmux.press("Escape").await("› my draft");
    }

    @Test
    void promptsWaitWhileTheAgentWorksAndCanBeTakenBack() {
        chat(80, 24);
        say("slow:600000");
        tmux.await("● working");
        say("the second").await("queued  the second");
        say("the third").await("queued  the third");
        tmux.press("Up").await("› the third");
        assertFalse(tmux.screen().contains("queued  the third"), "it is in the line, and not in the queue");
        tmux.press("C-u", "Escape");
        tmux.await("Enter sends what waits");
        String screen = tmux.await("cancelled: the turn was cancelled");
        assertTrue(screen.contains("held    the second"), "what waited is not sent by a cancel: " + screen);
        tmux.press("Enter").await("You said: the second");
        assertFalse(tmux.everything().contains("You said: the third"), "it was taken back");
    }

    @Test
    void aKeyInterruptsTheAgentAndSends() {
        chat(80, 24);
        say("slow:600000");
        tmux.await("● working");
        tmux.type("no, this").press("C-s");
        tmux.await("You said: no, this");
        assertTrue(tmux.everything().contains("cancelled"), tmux::everything);
    }

    @Test
    void ctrlCCancelsAndKeepsTheDraftAndTwiceLeaves() {
        chat(80, 24);
        say("slow:600000");
        tmux.await("● working");
        tmux.type("a draft").press("C-c");
        String screen = tmux.await("cancelled: the turn was cancelled");
        assertTrue(screen.contains("› a draft"), screen);
        tmux.press("C-u");
        tmux.await("empty", s -> !s.contains("› a draft"));
        tmux.press("C-c").await("Ctrl-C again");
        tmux.press("C-c").awaitEnd();
    }

    @Test
    void aLineIsRedrawnRightOnATerminalOfAnotherSize() {
        chat(80, 24);
        say("slow:600000");
        tmux.await("● working");
        say("waits").await("queued  waits");
        tmux.type("größe 日本 😀");
        tmux.resize(40, 10).await("narrow", s -> s.lines().toList().get(9).startsWith("● working"));
        assertEquals(1, count(tmux.await("queued  waits"), "● working"), tmux::screen);
        tmux.resize(120, 30).await("wide", s -> s.lines().toList().get(29).startsWith("● working"));
        tmux.type("!");
        String screen = tmux.await("› größe 日本 😀!");
        assertEquals(1, count(screen, "● working"), screen);
        assertEquals(1, count(screen, "größe"), screen);
        tmux.press("Escape").await("Enter sends what waits");
    }

    @Test
    void twoThousandPiecesCostLittleMoreThanTheirText() {
        chat(80, 24);
        tmux.type("chunks:2000").await("› chunks:2000");
        long before = tmux.bytesWritten();
        tmux.press("Enter").await("tokens out");
        long written = tmux.bytesWritten() - before;
        String all = tmux.everything();
        String text = all.substring(all.indexOf("\n1 2 3 4 "), all.indexOf(" 2000\n") + 6);
        long most = text.getBytes(StandardCharsets.UTF_8).length * 3L / 2;
        assertTrue(written <= most, written + " bytes for " + text.length());
        for (int i = 1; i < 2_000; i += 111) {
            assertEquals(1, count(" " + text.replace('\n', ' ').replaceAll(" +", " "), " " + i + " "), "number " + i);
        }
    }

    @Test
    void commandsAreCompletedAndDone() {
        chat(100, 40);
        tmux.type("/mod").press("Tab").await("/model");
        tmux.press("C-u");
        say("/model shout").await("model shout");
        say("loud").await("You said: LOUD");
        say("/mode plan").await("mode plan");
        say("/model none").await("'none' is not one of echo, shout");
        tmux.press("C-u");
        say("/nothing").await("there is no command /nothing");
        tmux.press("C-u");
        say("/permissions read-only").await("reading, searching and thinking are allowed");
        say("/sessions").await("• ");
        say("/export out.md").await("written:");
        say("/agent nobody").await("no agent is named");
        say("/status").await("agent       demo");
        say("/new").await("a new conversation");
        say("/resume nothing").await("nothing");
        assertTrue(Files.exists(host.cwd().resolve("out.md")));
    }

    @Test
    void goingOnShowsWhatWasSaidBeforeAndAnExportHasAllOfIt() throws Exception {
        chat(100, 40, "chat", "-s", "mine");
        say("remember the cake").await("tokens out");
        say("/new").await("a new conversation");
        say("/resume mine").await("what was said before");
        String screen = tmux.await("goes on with mine");
        String past = screen.substring(screen.indexOf("what was said before"));
        assertTrue(past.contains("› remember the cake"), screen);
        assertTrue(past.contains("You said: remember the cake"), screen);
        assertFalse(screen.lines().toList().get(39).contains(" 0 tokens"), "what was used before counts: " + screen);
        say("and more").await("You said: and more");
        say("/export all.md").await("written:");
        String markdown = Files.readString(host.cwd().resolve("all.md"));
        assertTrue(markdown.contains("You said: remember the cake"), markdown);
        assertTrue(markdown.contains("You said: and more"), markdown);
    }

    @Test
    void theAnswersToQuestionsOfTheChatItself() {
        chat(100, 40);
        say("/help").await("shows whole what was folded last");
        say("/engine").await("• acp");
        say("/option").await("model");
        say("/effort high").await("effort high");
        say("/auth").await("'termal auth login -a AGENT' signs in");
        say("/permissions").await("• ask  you decide");
        say("/queue").await("nothing waits");
        say("/doctor").await("java");
        say("plan").await("tokens out");
        say("hello").await("You said: hello");
    }

    @Test
    void whatIsFoldedIsShownOneAfterTheOther() {
        chat(100, 40);
        say("one two").await("tokens out");
        say("one two three")
                .await("(5 words of thought; Ctrl-O shows)\n\nDemo agent, no model behind it. You said: one two three");
        tmux.press("C-o").await("  The prompt has 3 words.");
        tmux.press("C-o").await("  The prompt has 2 words.");
        tmux.press("C-o").await("nothing more is folded");
    }

    @Test
    void theBeginningOfALineIsShownWhereItsEndIsLongInComing() {
        chat(80, 24);
        say("slow:600000");
        tmux.await("Waiting 600000 ms. …");
        tmux.press("Escape").await("cancelled: the turn was cancelled");
        assertFalse(tmux.screen().contains("ms. …"), tmux::screen);
        assertTrue(tmux.screen().contains("Waiting 600000 ms."), tmux::screen);
    }

    @Test
    void whatIsNamedButNotThereIsTold() {
        chat(80, 24);
        say("look at @nofile.txt").await("warning: not attached: there is no file nofile.txt");
        tmux.await("tokens out");
        String key = say("/status").await("session     ").replaceAll("(?s).*\nsession +(\\S+)\n.*", "$1");
        say("/hlep").await("did you mean '/help'?");
        tmux.press("C-u");
        say("/quit").awaitEnd();
        assertTrue(
                tmux.everything().contains("termal chat -s " + key.substring(0, 8) + " goes on with it"),
                tmux::everything);
    }

    @Test
    void nothingThatIsSaidDrivesTheTerminal() {
        List<String> command =
                host.command(List.of(), "chat", "-a", "demo", "\u001B]0;evil\u0007\u001B[31mred\u001B[2J end");
        tmux = Tmux.start(folder, 80, 24, command);
        tmux.await("You said:");
        tmux.await("tokens out");
        assertFalse(tmux.written().contains("\u001B]0;evil"), tmux::everything);
        assertFalse(tmux.written().contains("\u001B[2J end"), tmux::everything);
    }

    @Test
    void anAgentThatDoesNotListenIsEndedByTheSecondCancel() {
        chat(80, 24);
        say("fail:hang");
        tmux.await("● working");
        tmux.press("C-c").await("cancelling…");
        tmux.press("C-c").await("ending the agent's process");
        tmux.await("cancelled: the turn was cancelled");
        say("still there?").await("You said: still there?");
    }

    @Test
    void aTerminalOfAnotherSizeAmidATextIsDrawnRight() {
        chat(80, 24);
        say("chunks:400 slow:300 chunks:400");
        tmux.await("● working");
        tmux.resize(40, 12).await("narrow", s -> s.lines().toList().get(11).contains("demo"));
        tmux.resize(100, 30).await("tokens out");
        String screen =
                tmux.await("the status line", s -> s.lines().toList().get(29).startsWith("demo · echo"));
        assertEquals(1, count(screen, "demo · echo"), screen);
    }

    private static int count(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }
}
