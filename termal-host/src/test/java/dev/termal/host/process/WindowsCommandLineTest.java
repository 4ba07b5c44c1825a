package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;

final class WindowsCommandLineTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("SYSTEMROOT", "C:\\Windows");

    private static List<String> batch(List<String> arguments) {
        return WindowsCommandLine.of("x.cmd", arguments, ENVIRONMENT);
    }

    private static void assertRefused(String why, String program, String... arguments) {
        AgentException e = assertThrows(
                AgentException.class, () -> WindowsCommandLine.of(program, List.of(arguments), ENVIRONMENT));
        assertEquals(ErrorCode.CONFIGURATION, e.code());
        assertTrue(e.getMessage().contains(why), e::getMessage);
    }

    @Test
    void programsAreStartedDirectly() {
        assertEquals(
                List.of("C:\\a b\\node.exe", "x & y"),
                WindowsCommandLine.of("C:\\a b\\node.exe", List.of("x & y"), Map.of()));
    }

    @Test
    void batchFilesAreToldByTheirEnding() {
        for (String file : List.of("C:\\x\\npx.CMD", "a.bat")) {
            assertEquals(
                    List.of("C:\\Windows\\System32\\cmd.exe", "/d"),
                    WindowsCommandLine.of(file, List.of(), ENVIRONMENT).subList(0, 2));
        }
    }

    @Test
    void batchFilesRunInTheSystemsOwnInterpreterWithoutItsAutoRun() {
        assertEquals(
                List.of("C:\\Windows\\System32\\cmd.exe", "/d", "/s", "/c", "\"C:\\a^ b\\npx.cmd ^^^\"-y^^^\"\""),
                WindowsCommandLine.of("C:\\a b\\npx.cmd", List.of("-y"), ENVIRONMENT));
        assertThrows(AgentException.class, () -> WindowsCommandLine.of("x.cmd", List.of(), Map.of()));
    }

    @Test
    void whatABatchFileCannotTakeUnchangedIsRefused() {
        assertRefused("line break", "x.cmd", "a\nb");
        assertRefused("line break", "x.cmd", "a\r");
        assertRefused("longer than a batch file takes", "x.cmd", "a".repeat(8_000));
    }

    @Test
    void powerShellScriptsAreRefused() {
        assertRefused("PowerShell", "C:\\npm\\gemini.PS1");
    }

    @Test
    void specialArgumentsArriveAsTheyAre() {
        List<String> arguments = List.of("a b", "x&whoami", "%PATH%", "\"q\"", "^", "c:\\dir\\", "a\\\"b", "", "!x!");
        assertEquals(arguments, received(batch(arguments)));
    }

    @Property(tries = 500)
    void anyArgumentArrivesAsItIs(
            @ForAll @Chars({'a', ' ', '"', '\\', '^', '%', '&', '|', '<', '!', '('}) String argument) {
        assertEquals(List.of(argument, "end"), received(batch(List.of(argument, "end"))));
    }

    /** Reads the line twice as the command interpreter does, then as a program splits its own line. */
    private static List<String> received(List<String> command) {
        String line = command.get(4);
        String once = withoutCarets(line.substring(1, line.length() - 1));
        String twice = withoutCarets(once.substring("x.cmd ".length()));
        return split(twice);
    }

    private static String withoutCarets(String line) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '^') {
                i++;
                text.append(line.charAt(i));
            } else {
                assertFalse("\"&|<>%()!".indexOf(c) >= 0, "unprotected " + c + " in " + line);
                text.append(c);
            }
        }
        return text.toString();
    }

    private static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        int backslashes = 0;
        for (char c : (line + " ").toCharArray()) {
            if (c == '\\') {
                backslashes++;
                continue;
            }
            if (c == '"') {
                word.append("\\".repeat(backslashes / 2));
                if (backslashes % 2 == 1) {
                    word.append('"');
                } else {
                    quoted = !quoted;
                }
            } else {
                word.append("\\".repeat(backslashes));
                if (c == ' ' && !quoted) {
                    words.add(word.toString());
                    word.setLength(0);
                } else {
                    word.append(c);
                }
            }
            backslashes = 0;
        }
        return words;
    }
}
