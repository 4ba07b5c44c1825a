package dev.termal.dist.arch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The host's sources and resources name no engine and no agent. */
class ForeignNamesTest {

    private static final Path HOST = Path.of(System.getProperty("termal.root"), "termal-host", "src", "main");

    @Test
    void theHostNamesNoEngineAndNoAgent() throws IOException {
        List<String> found = new ArrayList<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(HOST)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        assertTrue(files.size() > 0, () -> "nothing to read below " + HOST);
        for (Path file : files) {
            String name = HOST.relativize(file).toString();
            ForeignNames.in(name, name).forEach(hit -> found.add(name + " (its name): " + hit));
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            if (text.indexOf('\0') >= 0) {
                continue; // a picture, say: three letters may stand in it by chance
            }
            ForeignNames.in(name, text).forEach(hit -> found.add(name + ":" + hit));
        }
        assertEquals(List.of(), found);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "if (id.equals(\"acp\"))",
                "class AcpThing {}",
                "import x.ACP;",
                "// as Gemini does",
                "String geminiHome;",
                "the text cursor moves",
                "CURSOR_API_KEY",
                "stream-json lines",
                "StreamJson reader",
                "agy --print",
                "Antigravity",
                "~/.codex/config",
                "claude",
                "opencode",
                "qwen"
            })
    void findsAName(String text) {
        assertTrue(ForeignNames.in("X.java", text).size() > 0, text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"precursor", "a capacity of 5", "the agent speaks its engine's protocol", "stream of JSON"})
    void leavesOtherWords(String text) {
        assertEquals(List.of(), ForeignNames.in("X.java", text));
    }

    @Test
    void aStyleSheetMayShapeThePointer() {
        assertEquals(List.of(), ForeignNames.in("app.css", "a { cursor: pointer }"));
        assertEquals(List.of("1: cursor"), ForeignNames.in("app.css", "/* cursor agent */"));
    }
}
