package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ChildEnvironmentTest {
    @Test
    void inheritsLessWhatIsTakenOutPlusWhatIsSet() {
        assertEquals(
                Map.of("HOME", "/h", "NEW", "1", "CHANGED", "b"),
                new ChildEnvironment(Map.of("HOME", "/h", "CHANGED", "a", "NESTED", "1", "KEY", "secret"), false)
                        .without(List.of("NESTED", "ABSENT"))
                        .without(List.of("KEY"))
                        .with(Map.of("NEW", "1", "CHANGED", "b"))
                        .variables());
    }

    @Test
    void windowsNamesAreTheSameInAnyCase() {
        ChildEnvironment environment = new ChildEnvironment(Map.of("Path", "C:\\bin", "Key", "x"), true)
                .without(List.of("KEY"))
                .with(Map.of("PATH", "D:\\bin"));
        assertEquals(1, environment.variables().size());
        assertEquals("D:\\bin", environment.variables().get("path"));
    }

    @Test
    void whatCannotBeSetIsNamedButNotShown() {
        for (String name : List.of("", "A=B", "A\0")) {
            refused(Map.of(name, "secret"));
        }
        assertTrue(refused(Map.of("TOKEN", "secret\0")).contains("TOKEN"));
    }

    private static String refused(Map<String, String> variables) {
        AgentException e =
                assertThrows(AgentException.class, () -> new ChildEnvironment(Map.of(), false).with(variables));
        assertEquals(ErrorCode.CONFIGURATION, e.code());
        assertFalse(e.getMessage().contains("secret"), e.getMessage());
        return e.getMessage();
    }

    @Test
    void aProgramGivenByItsPathFindsWhatStandsBesideIt() {
        Path folder = Path.of("opt").toAbsolutePath();
        List<String> command = List.of(folder.resolve("agent").toString());
        String other = Path.of("other").toAbsolutePath().toString();
        assertEquals(
                folder + File.pathSeparator + other,
                new ChildEnvironment(Map.of("PATH", other), false)
                        .findingBeside(command)
                        .variables()
                        .get("PATH"));
        String already = other + File.pathSeparator + folder;
        assertEquals(
                already,
                new ChildEnvironment(Map.of("PATH", already), false)
                        .findingBeside(command)
                        .variables()
                        .get("PATH"));
        assertEquals(
                other,
                new ChildEnvironment(Map.of("PATH", other), false)
                        .findingBeside(List.of("agent"))
                        .variables()
                        .get("PATH"));
    }
}
