package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.termal.host.Termal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script for fish: its lines, and where fish is there what it makes of them. */
@Timeout(60)
class FishCompletionTest {
    private final TestShell shell = new TestShell(Termal::open);
    private String script = "";

    @BeforeEach
    void make() {
        assertEquals(0, shell.run("completion", "fish"), shell::err);
        script = shell.out();
    }

    private void assertLine(String line) {
        assertTrue(script.lines().anyMatch(each -> each.startsWith(line)), () -> line + " is not in\n" + script);
    }

    @Test
    void commandsOptionsChoicesFilesAndNamesAreThere() {
        assertLine("complete -c termal -n '__termal_at' -a sessions -d '");
        assertLine("complete -c termal -n '__termal_at sessions' -a queue -d '");
        assertLine("complete -c termal -n '__termal_in run' -l permissions -x -a 'ask auto read-only deny' -d '");
        assertLine("complete -c termal -n '__termal_in run' -l image -r -F -d '");
        assertLine("complete -c termal -n '__termal_in run' -l continue -d '");
        assertLine(
                "complete -c termal -n '__termal_in sessions show' -x -a '(termal completion --asked sessions 2>/dev/null)'");
        assertLine(
                "complete -c termal -n '__termal_in run' -s a -l agent -x -a '(termal completion --asked agents 2>/dev/null)'");
        assertLine(
                "complete -c termal -n '__termal_in config set' -x -a '(termal completion --asked settings 2>/dev/null)'");
        assertLine("complete -c termal -n '__termal_in run' -l cwd -x -a '(__fish_complete_directories)'");
        assertTrue(script.lines().noneMatch(line -> line.contains("-l asked")), "hidden");
        assertTrue(script.contains("an agent\\'s") || script.contains("agent\\'s"), "quotes are quoted");
    }

    @Test
    void fishTakesItAndCompletes(@TempDir Path folder) throws Exception {
        assumeTrue(Stream.of("/usr/bin/fish", "/usr/local/bin/fish", "/opt/homebrew/bin/fish")
                .map(Path::of)
                .anyMatch(Files::isExecutable));
        Files.writeString(folder.resolve("termal.fish"), script);
        assertTrue(completed(folder, "termal ").containsAll(List.of("run", "sessions", "version")));
        assertEquals(List.of("queue"), completed(folder, "termal sessions q"));
        assertTrue(completed(folder, "termal run --permissions ").contains("read-only"));
        assertEquals(List.of("--cancel"), completed(folder, "termal sessions queue x --ca"));
        assertEquals(List.of(), completed(folder, "termal run explain se"));
    }

    private static List<String> completed(Path folder, String line) throws IOException, InterruptedException {
        Process fish = new ProcessBuilder(
                        "fish",
                        "--no-config",
                        "-c",
                        "function termal; end; source termal.fish; complete -C '" + line + "'")
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        fish.getOutputStream().close();
        String text = new String(fish.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, fish.waitFor());
        return text.lines().map(each -> each.split("\t", 2)[0]).toList();
    }
}
