package dev.termal.host.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.Diagnostics;
import dev.termal.api.Diagnostics.Check;
import dev.termal.api.Diagnostics.Outcome;
import dev.termal.host.config.TermalHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class HomeExamTest {
    @TempDir
    Path folder;

    private Path home;

    @BeforeEach
    void makeHome() throws IOException {
        home = Files.createDirectory(folder.resolve("it's home"));
        mode(home, "rwx------");
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private Path file(String name, String mode) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        mode(file.getParent(), "rwx------");
        Files.writeString(file, "");
        mode(file, mode);
        return file;
    }

    private static Diagnostics examine(Path home) {
        Findings findings = new Findings();
        HomeExam.examine(new TermalHome(home), findings);
        return findings.done();
    }

    private List<String> hints() {
        return examine(home).checks().stream()
                .filter(check -> check.outcome() == Outcome.WARNING)
                .map(Check::hint)
                .toList();
    }

    @Test
    void aHomeThatIsNotThereYetIsWell() {
        assertEquals(Outcome.OK, examine(folder.resolve("none")).worst());
    }

    @Test
    void aFileIsNoHome() throws IOException {
        Diagnostics found = examine(file("config.json", "rw-------"));
        assertEquals(Outcome.FAILURE, found.worst());
        assertTrue(found.checks().get(0).hint().contains("TERMAL_HOME"));
    }

    @Test
    void whatIsClosedToOthersIsWell() throws IOException {
        file("config.json", "rw-------");
        file("logs/termal-1.log", "rw-------");
        file("plugins/some.jar", "rw-r--r--"); // a jar is no secret
        mode(file("skills/review/SKILL.md", "rw-r--r--").getParent(), "rwxr-xr-x"); // nor a skill
        mode(home.resolve("skills"), "rwxr-xr-x");
        assertEquals(Outcome.OK, examine(home).worst(), examine(home).toString());
    }

    @Test
    void saysTheCommandThatClosesWhatIsOpen() throws IOException {
        Path config = file("config.json", "rw-r--r--");
        Path log = file("logs/termal-1.log", "rw----r--");
        Path jar = file("plugins/some.jar", "rw-rw-r--");
        Path skill = file("skills/review/SKILL.md", "rw-rw-r--").getParent();
        mode(skill, "rwxrwxr-x");
        mode(home, "rwxr-xr-x");
        assertEquals(
                List.of(
                        "chmod 700 " + quoted(home),
                        "chmod 600 " + quoted(config),
                        "chmod 600 " + quoted(log),
                        "chmod go-w " + quoted(jar),
                        "chmod go-w " + quoted(skill)),
                hints());
    }

    private static String quoted(Path path) {
        return "'" + path.toString().replace("'", "'\\''") + "'";
    }

    @Test
    void aLinkIsNotJudgedByItsOwnMode() throws IOException {
        Files.createSymbolicLink(home.resolve("config.json"), file("real.json", "rw-------"));
        assertEquals(List.of(), hints());
    }

    @Test
    void manyAreSummedUp() throws IOException {
        for (int i = 0; i < 14; i++) {
            file("file" + i, "rw-r--r--");
        }
        List<Check> warnings = examine(home).checks().stream()
                .filter(check -> check.outcome() == Outcome.WARNING)
                .toList();
        assertEquals(11, warnings.size());
        assertEquals("4 more are open to others", warnings.get(10).detail());
    }
}
