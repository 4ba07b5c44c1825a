package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.ContentBlock;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Content;
import dev.termal.api.ToolCall.Kind;
import dev.termal.api.ToolCall.Location;
import dev.termal.api.ToolCall.Status;
import dev.termal.api.spi.HostEnvironment.CommandResult;
import dev.termal.testkit.FakeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("R-AG-169")
class EditDiffsTest {
    @TempDir
    private Path temporary;

    private Path folder;
    private FakeMachine machine;
    private EditDiffs diffs;

    @BeforeEach
    void make() throws IOException {
        folder = Files.createDirectory(temporary.toRealPath().resolve("work"));
        machine = FakeMachine.in(temporary);
        diffs = new EditDiffs(folder, machine);
    }

    private static ToolCall call(Path file, Status status, Content... content) {
        return ToolCall.builder("c1")
                .kind(Kind.EDIT)
                .status(status)
                .locations(List.of(new Location(file, OptionalInt.empty())))
                .content(List.of(content))
                .build();
    }

    private List<Content> shown(ToolCall call) {
        return ((ToolCallUpdate) diffs.shown(new ToolCallUpdate(call))).call().content();
    }

    /** The same by a call of another id. */
    private List<Content> shown(ToolCall call, String id) {
        return shown(ToolCall.builder(id)
                .kind(call.kind())
                .status(call.status())
                .locations(call.locations())
                .content(call.content())
                .build());
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private void committed(String name, String text) {
        Path git = machine.executable("git").findExecutable("git").orElseThrow();
        machine.result(
                List.of(git.toString(), "-C", folder.toString(), "cat-file", "blob", "HEAD:./" + name),
                new CommandResult(0, text, ""));
    }

    @Test
    @Tag("R-AG-168")
    void whatTheAgentShowsIsLeftAsItIs() throws IOException {
        Path file = write("a", "new");
        Content.Diff own = new Content.Diff(file, Optional.of("old"), Optional.of(""));
        AgentEvent event = new ToolCallUpdate(call(file, Status.COMPLETED, own));
        assertSame(event, diffs.shown(event));
    }

    @Test
    void anEditIsComparedWithWhatWasThereWhenItWasAnnounced() throws IOException {
        Path file = write("a", "old\n");
        assertEquals(List.of(), shown(call(file, Status.PENDING)));
        write("a", "new\n");
        Content text = new Content.Block(ContentBlock.text("edited"));
        assertEquals(
                List.of(text, new Content.Diff(file, Optional.of("old\n"), Optional.of("new\n"))),
                shown(call(file, Status.COMPLETED, text)));
        write("a", "newer\n");
        assertEquals(
                List.of(new Content.Diff(file, Optional.of("new\n"), Optional.of("newer\n"))),
                shown(call(file, Status.COMPLETED), "c2"),
                "the edit before counts");
        assertEquals(List.of(), shown(call(file, Status.COMPLETED), "c3"), "nothing was changed");
        assertEquals(
                List.of(new Content.Diff(file, Optional.of("new\n"), Optional.of("newer\n"))),
                shown(call(file, Status.COMPLETED), "c2"),
                "an end that is told once more shows the same");
    }

    @Test
    @Tag("PF-47")
    void aNewFileAndAnEmptyOneAreChanges() throws IOException {
        Path file = folder.resolve("new");
        shown(call(file, Status.IN_PROGRESS));
        write("new", "text");
        assertEquals(
                List.of(new Content.Diff(file, Optional.empty(), Optional.of("text"))),
                shown(call(file, Status.COMPLETED)));
        write("new", "");
        assertEquals(
                List.of(new Content.Diff(file, Optional.of("text"), Optional.of(""))),
                shown(call(file, Status.COMPLETED), "c2"));
    }

    @Test
    void anEditThatWasToldAfterwardsIsComparedWithTheLastCommit() throws IOException {
        Path file = write("a", "new");
        committed("a", "old");
        assertEquals(
                List.of(new Content.Diff(file, Optional.of("old"), Optional.of("new"))),
                shown(call(file, Status.COMPLETED)));
        assertEquals(List.of(), shown(call(file, Status.COMPLETED), "c2"), "compared already");
        Path late = write("b", "new");
        committed("b", "committed");
        shown(call(late, Status.IN_PROGRESS)); // announced, but done already
        assertEquals(
                List.of(new Content.Diff(late, Optional.of("committed"), Optional.of("new"))),
                shown(call(late, Status.COMPLETED), "c3"));
    }

    @Test
    void whatIsNoTextTooLargeElsewhereOrFailedIsLeft() throws IOException {
        Path binary = write("binary", "a\0b");
        Path large = write("large", "x".repeat(EditDiffs.MAX_BYTES + 1));
        Path elsewhere = Files.writeString(temporary.resolve("elsewhere"), "secret");
        Path link = Files.createSymbolicLink(folder.resolve("link"), elsewhere);
        Path latin = Files.write(folder.resolve("latin"), new byte[] {(byte) 0xe9});
        for (Path file : List.of(binary, large, elsewhere, link, latin, folder.resolve("../elsewhere"))) {
            assertEquals(List.of(), shown(call(file, Status.COMPLETED)), file::toString);
        }
        assertEquals(List.of(), shown(call(write("a", "x"), Status.FAILED)));
    }
}
