package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.ContentBlock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the prompt is made of: words, standard input, pictures and files. */
final class RunPromptTest extends RunFixture {
    private static final byte[] PNG = HexFormat.of().parseHex("89504e470d0a1a0a00000000");

    @Test
    void pipedTextGoesBeforeTheWords() {
        shell.in = new ByteArrayInputStream("diff".getBytes(StandardCharsets.UTF_8));
        assertEquals(0, run("review"));
        assertEquals(
                List.of(ContentBlock.text("diff"), ContentBlock.text("review")),
                session.prompts.get(0).blocks());
    }

    @Test
    @Tag("R-AG-176")
    void pipedTextIsNoCommandOfTheAgent() {
        for (String text : List.of("/clear all", "  $ ls", "!rm", "@secret")) {
            shell.in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
            assertEquals(0, run("review"));
            assertEquals(
                    "Standard input:\n" + text + "\n\nreview",
                    session.prompts.remove(0).text());
        }
    }

    @Test
    void anEmptyInputAttachesNothing() {
        run("review");
        assertEquals(1, session.prompts.get(0).blocks().size());
    }

    @Test
    void aSilentInputHangsNothing() {
        shell.in = new Typed();
        assertEquals(0, run("review"));
        assertEquals(1, session.prompts.get(0).blocks().size());
        assertTrue(shell.err().contains("nothing came on standard input within 3 s"), shell.err());
    }

    @Test
    void aDashMeansTheWholeInput() {
        shell.in = new ByteArrayInputStream("the prompt\n".getBytes(StandardCharsets.UTF_8));
        assertEquals(0, run("-"));
        assertEquals("the prompt", session.prompts.get(0).text());
    }

    @Test
    void withoutWordsAPipeIsThePrompt() {
        shell.in = new ByteArrayInputStream("the prompt".getBytes(StandardCharsets.UTF_8));
        assertEquals(0, run());
        assertEquals("the prompt", session.prompts.get(0).text());
    }

    @Test
    void noPromptIsAMistake() {
        shell.terminals = TestShell.TERMINAL;
        assertEquals(2, run());
        assertTrue(shell.err().contains("no prompt"), shell.err());
        shell.terminals = Terminals.NONE;
        assertEquals(2, run());
        assertEquals(2, run("-"));
    }

    @Test
    void inputIsBounded() {
        shell.in = new ByteArrayInputStream(new byte[Bounds.MAX_PIECE + 1]);
        assertEquals(2, run("review"));
        assertTrue(shell.err().contains("standard input is longer than 10 MiB"), shell.err());
    }

    @Test
    void aWordWithAnAtSignIsNotAFileOfArguments() throws IOException {
        file("args", "--strict");
        assertEquals(0, run("@args"));
        assertEquals("@args", session.prompts.get(0).text());
    }

    @Test
    void picturesAndFilesGoAlong() throws IOException {
        Files.write(folder.resolve("a.png"), PNG);
        Files.write(folder.resolve("b.bin"), new byte[] {0, 1, 2});
        file("c.txt", "grün");
        assertEquals(0, run("--image", "a.png", "--attach", "b.bin", "--attach", "c.txt", "see"), shell.err());
        List<ContentBlock> blocks = session.prompts.get(0).blocks();
        assertEquals(
                "image/png",
                assertInstanceOf(ContentBlock.Image.class, blocks.get(1)).mimeType());
        assertEquals(
                "AAEC",
                assertInstanceOf(ContentBlock.BlobResource.class, blocks.get(2)).base64());
        ContentBlock.TextResource text = assertInstanceOf(ContentBlock.TextResource.class, blocks.get(3));
        assertEquals("grün", text.text());
        assertEquals(folder.resolve("c.txt").toUri(), text.uri());
    }

    @Test
    void whatIsNoPictureIsRefused() throws IOException {
        assertEquals(2, run("--image", file("a.png", "no picture"), "see"));
        assertTrue(shell.err().contains("this is no png, jpeg, gif or webp picture"), shell.err());
    }

    @Test
    void tooMuchTogetherIsRefused() throws IOException {
        byte[] large = Arrays.copyOf(PNG, 9 * 1024 * 1024);
        Files.write(folder.resolve("a.png"), large);
        Files.write(folder.resolve("b.png"), large);
        assertEquals(2, run("--image", "a.png", "--image", "b.png", "see"));
        assertTrue(shell.err().contains("larger than 15 MiB"), shell.err());
        Files.write(folder.resolve("c.png"), Arrays.copyOf(PNG, Bounds.MAX_PIECE + 1));
        assertEquals(2, run("--image", "c.png", "see"));
        assertTrue(shell.err().contains("c.png: larger than 10 MiB"), shell.err());
    }
}
