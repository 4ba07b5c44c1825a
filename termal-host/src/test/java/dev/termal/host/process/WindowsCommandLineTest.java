package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;

final class WindowsCommandLineTest {
    @Test
    void batchFilesAreToldByTheirEnding() {
        assertTrue(WindowsCommandLine.isBatch("C:\\x\\npx.CMD"));
        assertTrue(WindowsCommandLine.isBatch("a.bat"));
        assertFalse(WindowsCommandLine.isBatch("node.exe"));
    }

    @Test
    void runsThroughTheCommandInterpreterWithoutItsAutoRun() {
        assertEquals(
                List.of("cmd.exe", "/d", "/s", "/c", "\"C:\\a^ b\\npx.cmd ^^^\"-y^^^\"\""),
                WindowsCommandLine.of("C:\\a b\\npx.cmd", List.of("-y")));
    }

    @Test
    void lineBreaksAreRefused() {
        AgentException e = assertThrows(AgentException.class, () -> WindowsCommandLine.of("x.cmd", List.of("a\nb")));
        assertEquals(ErrorCode.CONFIGURATION, e.code());
    }

    @Test
    void specialArgumentsArriveAsTheyAre() {
        List<String> arguments = List.of("a b", "x&whoami", "%PATH%", "\"q\"", "^", "c:\\dir\\", "a\\\"b", "", "!x!");
        assertEquals(arguments, received(WindowsCommandLine.of("x.cmd", arguments)));
    }

    @Property(tries = 500)
    void anyArgumentArrivesAsItIs(
            @ForAll @Chars({'a', ' ', '"', '\\', '^', '%', '&', '|', '<', '!', '('}) String argument) {
        assertEquals(List.of(argument, "end"), received(WindowsCommandLine.of("x.cmd", List.of(argument, "end"))));
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
