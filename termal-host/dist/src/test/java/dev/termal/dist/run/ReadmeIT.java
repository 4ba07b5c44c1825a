package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README tells people to type is accepted by the program that they get. */
class ReadmeIT extends RunTest {
    private static final Path README = Path.of(System.getProperty("termal.root"), "README.md");
    private static final Pattern COMMAND = Pattern.compile("(?:^|\\| )\\./termal ([^|>#]*)");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    @Test
    void everyCommandIsAccepted() throws Exception {
        standInFor("gemini");
        standInFor("my-agent");
        Files.writeString(Files.createDirectories(host.cwd().resolve(".termal")).resolve("config.json"), "{}");
        List<List<String>> commands = commands();
        assertTrue(commands.size() >= 12, commands::toString);
        for (List<String> command : commands) {
            List<String> words = new ArrayList<>(command);
            if (words.get(0).equals("run") && !command.equals(List.of("run", "hello"))) {
                words.add(1, "--dry-run"); // the agent is not here, but all that is said of it is looked at
            }
            Ended r = host.run(words.toArray(String[]::new));
            assertEquals(0, r.exit(), () -> command + ": " + r);
            assertFalse(r.out().isBlank(), command::toString);
        }
    }

    /** An agent's program as far as its name is concerned. */
    private void standInFor(String program) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path file = Files.writeString(bin.resolve(program), "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        host.with("PATH", bin + ":" + System.getenv("PATH"));
    }

    private static List<List<String>> commands() throws IOException {
        List<List<String>> commands = new ArrayList<>();
        boolean inBlock = false;
        for (String line : Files.readAllLines(README)) {
            inBlock = line.startsWith("```") != inBlock;
            Matcher command = COMMAND.matcher(line);
            if (inBlock && command.find()) {
                List<String> words = new ArrayList<>();
                Matcher word = WORD.matcher(command.group(1));
                while (word.find()) {
                    words.add(
                            word.group(1) != null
                                    ? word.group(1)
                                    : word.group(2) != null ? word.group(2) : word.group(3));
                }
                commands.add(words);
            }
        }
        return commands;
    }
}
