package dev.termal.host.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.termal.api.ContentBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromptPiecesTest {
    @TempDir
    Path folder;

    private PromptPieces pieces;

    @BeforeEach
    void files() throws IOException {
        Files.createDirectories(folder.resolve("src"));
        for (String name : List.of("src/A.java", "notes.txt", "a shot.png", "shot.png")) {
            Files.writeString(folder.resolve(name), name);
        }
        pieces = new PromptPieces(folder, folder, file -> ContentBlock.text("file " + folder.relativize(file)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "see @src/A.java and @notes.txt. → src/A.java, notes.txt",
                "(@notes.txt) is it → notes.txt",
                "@src/A.java,@notes.txt. → src/A.java, notes.txt",
                "mail me@notes.txt → ",
                "@nothing.txt @src → ",
                "what is in shot.png? → shot.png",
                "'\"a shot.png\"' is one → ",
                "a\\ shot.png as dropped → a shot.png",
                "@~/notes.txt → notes.txt",
                "notes.txt by itself → ",
                "@notes.txt twice @notes.txt → notes.txt"
            })
    void whichFilesAreNamed(String text, String expected) {
        String found = pieces.files(text).stream()
                .map(file -> folder.relativize(file).toString())
                .collect(Collectors.joining(", "));
        assertEquals(expected == null ? "" : expected, found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "@nofile.txt → not attached: there is no file nofile.txt",
                "(see @no/such/path), @notes.txt → not attached: there is no file no/such/path",
                "what @src holds → not attached: FOLDER/src is a folder",
                "@/dev/null → not attached: /dev/null is no regular file",
                "ask @bob about @Override, at 5@home.org → ",
            })
    void whatIsNamedAndIsNoFileIsTold(String text, String expected) {
        String told = String.join(", ", pieces.notSent(text)).replace(folder.toString(), "FOLDER");
        assertEquals(expected == null ? "" : expected, told);
    }

    @Test
    void theTextStaysAsItIs() {
        assertEquals(
                List.of(ContentBlock.text("look at @notes.txt"), ContentBlock.text("file notes.txt")),
                pieces.of("look at @notes.txt").blocks());
        assertEquals(1, pieces.of("'a shot.png'").blocks().size() - 1, "quoted, as some terminals drop it");
    }

    @Test
    void whyAFileCannotGoAlongIsTold() {
        PromptPieces refusing = new PromptPieces(folder, folder, file -> {
            throw new IllegalArgumentException("too large");
        });
        assertEquals(
                "too large",
                assertThrows(IllegalArgumentException.class, () -> refusing.of("@notes.txt"))
                        .getMessage());
    }
}
