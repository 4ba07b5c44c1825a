package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.termal.host.Termal;
import dev.termal.host.json.Samples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script for bash, as bash takes it; its program is a stand-in that tells what it was asked. */
@Timeout(60)
class BashCompletionTest {
    private static final Path BASH = Path.of("/bin/bash");

    @TempDir
    private Path folder;

    @BeforeEach
    void make() throws IOException {
        assumeTrue(Files.isExecutable(BASH));
        TestShell shell = new TestShell(Termal::open);
        assertEquals(0, shell.run("completion"), shell::err);
        Files.writeString(folder.resolve("script"), shell.out());
        Files.createDirectory(folder.resolve("some-folder"));
        Files.writeString(folder.resolve("some-file"), "");
    }

    private Path asked() {
        return folder.resolve("asked");
    }

    /** What bash offers at the end of a line, whose words are apart by single blanks. */
    private List<String> completed(String line) throws IOException, InterruptedException {
        String[] words = line.split(" ", -1);
        String array = Arrays.stream(words).map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        String script = "termal() { echo \"$*\" >> asked; echo \"alpha beta\"; }; . ./script; COMP_WORDS=(" + array
                + "); COMP_CWORD=" + (words.length - 1)
                + "; _termal; [ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' \"${COMPREPLY[@]}\"";
        Process bash = new ProcessBuilder(BASH.toString(), "--norc", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        bash.getOutputStream().close();
        String text = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        bash.waitFor();
        return text.lines().toList();
    }

    @ParameterizedTest
    @CsvSource({
        "termal ru, run",
        "termal help ru, run",
        "termal config se, set",
        "termal run --permissions re, read-only",
        "termal sessions queue x --ca, --cancel",
        "termal completion fi, fish",
        "termal run --cwd some, some-folder",
        "termal run --permissions = de, deny"
    })
    void whatTheScriptKnowsNeedsNoProgram(String line, String only) throws Exception {
        assertEquals(List.of(only), completed(line));
        assertTrue(Files.notExists(asked()));
    }

    @ParameterizedTest
    @CsvSource({"termal run --attach some, some-file some-folder", "termal run explain se, ''", "termal run explain, ''"
    })
    void severalOrNothing(String line, String offered) throws Exception {
        assertEquals(
                offered.isEmpty() ? List.of() : List.of(offered.split(" ")),
                completed(line).stream().sorted().toList());
        assertTrue(Files.notExists(asked()));
    }

    @ParameterizedTest
    @CsvSource({
        "termal run -a al, completion --asked agents",
        "termal doctor -a al, completion --asked agents",
        "termal install al, completion --asked agents",
        "termal run --agent = al, completion --asked agents",
        "termal run -e al, completion --asked engines",
        "termal run -m al, completion --asked models",
        "termal run -a demo -m al, completion --asked models -a demo",
        "termal config set al, completion --asked settings",
        "termal config get al, completion --asked settings",
        "termal run -s al, completion --asked sessions",
        "termal sessions show al, completion --asked sessions",
        "termal sessions rm one al, completion --asked sessions"
    })
    void theProgramIsAskedForWhatItKnowsAlone(String line, String question) throws Exception {
        assertEquals(List.of("alpha"), completed(line));
        assertEquals(List.of(question), Files.readAllLines(asked()));
    }

    @Test
    void zshTakesItToo() throws Exception {
        Path zsh = Path.of("/usr/bin/zsh");
        assumeTrue(Files.isExecutable(zsh));
        Process process = new ProcessBuilder(zsh.toString(), "-f", "-c", ". ./script && whence -w _termal")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), text);
        assertTrue(text.contains("_termal: function"), text);
    }

    @Test
    void theAnswersAreWordsAlone() {
        FakeTermal termal = new FakeTermal(new FakeSession(session -> Samples.done("")));
        TestShell shell = new TestShell(options -> termal);
        for (Asked what : List.of(Asked.AGENTS, Asked.ENGINES, Asked.MODELS, Asked.SETTINGS)) {
            assertEquals(0, shell.run("completion", "--asked", what.word()), shell::err);
            assertTrue(shell.out().lines().noneMatch(line -> line.contains(" ")), shell.out());
        }
        assertEquals(0, shell.run("completion", "--asked", "settings"), shell::err);
        assertTrue(shell.out().lines().toList().contains("permissions"), shell.out());
    }
}
