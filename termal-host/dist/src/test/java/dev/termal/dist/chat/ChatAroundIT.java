package dev.termal.dist.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is around the chat: files, the editor, the bell and hooks, terminals that can do little or nothing. */
class ChatAroundIT extends ChatStage {
    @Test
    void filesGoAlongAndTheHistoryIsForTheOwnerAlone() throws Exception {
        Files.writeString(host.cwd().resolve("notes.txt"), "six67\n");
        chat(80, 24);
        tmux.type("read @no").press("Tab").await("@notes.txt");
        tmux.press("Enter").await("6", s -> s.replaceAll("\\s", "").contains("notes.txt,6characters"));
        tmux.press("M-Enter");
        tmux.type("second line");
        say("").await("› second line");
        say("/quit").awaitEnd();
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(host.home().resolve("chat-history"))));
        assertTrue(Files.readString(host.home().resolve("chat-history")).contains("read @notes.txt"));
    }

    @Test
    void aPromptCanBeWrittenInAnEditor() throws Exception {
        Path editor = Files.writeString(folder.resolve("editor"), "#!/bin/sh\nprintf ' and edited' >> \"$1\"\n");
        Files.setPosixFilePermissions(editor, PosixFilePermissions.fromString("rwx------"));
        tmux = Tmux.start(folder, 80, 24, host.command(List.of("EDITOR=" + editor), "chat", "-a", "demo"));
        tmux.await("Enter sends");
        tmux.type("my draft").press("C-g").await("› my draft and edited");
        tmux.press("Enter").await("You said: my draft and edited");
    }

    @Test
    void anEditorThatTakesItsTimeLeavesTheStatusLineWhereItWas() throws Exception {
        Path editor = Files.writeString(
                folder.resolve("editor"),
                "#!/bin/sh\nprintf '\\033[?1049h\\033[2Jediting'\nread -r line\nprintf '\\033[?1049l'\n");
        Files.setPosixFilePermissions(editor, PosixFilePermissions.fromString("rwx------"));
        tmux = Tmux.start(folder, 80, 24, host.command(List.of("EDITOR=" + editor), "chat", "-a", "demo"));
        tmux.await("Enter sends");
        tmux.press("C-g").await("editing");
        tmux.read(); // longer than the status line goes without being drawn
        assertFalse(tmux.screen().contains("demo"), "the screen is the editor's: " + tmux.screen());
        tmux.press("Enter")
                .await(
                        "the status line",
                        screen -> screen.lines().toList().get(23).startsWith("demo · echo"));
    }

    @Test
    void theBellAndAHookCallAPerson() throws Exception {
        host.config("{\"hooks\": {\"needs_input\": {\"command\": [\"sh\", \"-c\", \"cat > asked\"]}}}");
        chat(80, 24);
        long before = bells();
        say("permission").await("Allow?");
        tmux.await("the bell", screen -> bells() == before + 1);
        tmux.await("the hook", screen -> read("asked").endsWith("\n"));
        assertTrue(read("asked").contains("\"event\":\"needs_input\""), read("asked"));
        tmux.read();
        say("n").await("denied");
    }

    @Test
    void theBellCanBeSilenced() {
        host.config("{\"bell\": \"off\"}");
        chat(80, 24);
        long before = bells();
        say("permission").await("Allow?");
        tmux.read();
        say("n").await("denied");
        assertEquals(before, bells());
    }

    @Test
    void aPictureGoesAlongByItsPath() throws Exception {
        Files.write(
                host.cwd().resolve("shot.png"),
                Base64.getDecoder()
                        .decode(
                                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="));
        chat(80, 24);
        say("look at shot.png").await("[picture, image/png]");
        tmux.await("tokens out");
    }

    @Test
    void withoutATerminalEachLineIsAPrompt() {
        HostRun run = host.start("chat", "-a", "demo").type("first\nsecond\n").closeInput();
        Ended ended = run.end();
        assertEquals(0, ended.exit(), ended::toString);
        assertTrue(ended.out().contains("You said: first"), ended::toString);
        assertTrue(ended.out().contains("You said: second"), ended::toString);
        assertFalse(ended.out().contains("\u001B"), ended::toString);
    }

    @Test
    void aTerminalThatCanDoNothingIsSpokenToInLines() {
        tmux = Tmux.start(folder, 80, 24, host.command(List.of("TERM=dumb"), "chat", "-a", "demo"));
        tmux.await("a prompt", s -> s.stripTrailing().endsWith(">"));
        say("permission").await("Allow?");
        say("n").await("termal: denied");
        tmux.await("the next prompt", s -> s.stripTrailing().endsWith(">"));
        say("slow:600000").await("Waiting");
        tmux.press("C-c").await("termal: cancelled");
        tmux.await("the next prompt", s -> s.stripTrailing().endsWith(">"));
        say("still there?").await("You said: still there?");
        tmux.await("the next prompt", s -> s.stripTrailing().endsWith(">"));
        tmux.press("C-c").awaitEnd();
    }

    private long bells() {
        return tmux.written().chars().filter(c -> c == '\u0007').count();
    }

    private String read(String file) {
        try {
            Path path = host.cwd().resolve(file);
            return Files.exists(path) ? Files.readString(path) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
