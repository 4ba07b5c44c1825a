package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScriptFileTest {
    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsRead() throws Exception {
        Script script = new Script()
                .on("ping", "pong", "tab\tline\nfeed\r\\n ü")
                .expectMethod("m")
                .as("name")
                .expect("a", "")
                .skipTo("b")
                .send("")
                .bytes(new byte[] {0, -1}, new byte[0])
                .repeat(3, "{{n}}")
                .kill(Script.Signal.KILL)
                .spawn(Script.Kin.ORPHAN);
        Path file = folder.resolve("script");
        script.writeTo(file);
        Script read = Script.readFrom(file);
        assertEquals(script.steps(), read.steps());
        assertEquals(script.rules().get(0).text(), read.rules().get(0).text());
    }

    @Test
    void codeIsRefused() {
        Path file = folder.resolve("script");
        assertThrows(
                IllegalArgumentException.class,
                () -> new Script().then((line, side) -> {}).writeTo(file));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Script().on(line -> true, (line, side) -> {}).writeTo(file));
    }

    @Test
    void aNameFollowsAnExpectation() {
        assertThrows(IllegalStateException.class, () -> new Script().send("x").as("name"));
        assertThrows(IllegalStateException.class, () -> new Script().as("name"));
    }
}
