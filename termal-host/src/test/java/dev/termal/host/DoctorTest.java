package dev.termal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.Diagnostics.Check;
import dev.termal.api.Diagnostics.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole examination of a host without engines and agents. */
class DoctorTest {
    @TempDir
    Path folder;

    private final Map<String, String> variables = new java.util.HashMap<>();

    private DoctorReport examine() throws InterruptedException {
        return examine(Optional.empty());
    }

    private DoctorReport examine(Optional<String> agent) throws InterruptedException {
        HostOptions options = HostOptions.builder()
                .home(folder.resolve("home"))
                .environment(variables)
                .build();
        try (Termal host = Termal.open(options)) {
            return host.doctor(new DoctorSpec(folder, agent, true));
        }
    }

    private void config(String json) throws IOException {
        Files.createDirectories(folder.resolve("home"));
        Files.writeString(folder.resolve("home/config.json"), json);
    }

    private static Check check(DoctorReport report, String name) {
        return report.host().checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("R-AG-119")
    void aFreshHost() throws InterruptedException {
        DoctorReport report = examine();
        assertTrue(report.worst() != Outcome.FAILURE, report.toString());
        assertTrue(check(report, "config").detail().contains("the defaults hold"));
        List<String> names = report.host().checks().stream().map(Check::name).toList();
        assertTrue(report.host().facts().toString().contains("on 127.0.0.1; starts when an agent"), report::toString);
        assertTrue(names.containsAll(List.of("java", "home", "watchdog", "leftovers", "plugins", "config")));
    }

    @Test
    void aBrokenConfigHidesNothingElse() throws Exception {
        config("{\"permissions\": \"maybe\"}");
        DoctorReport report = examine();
        assertEquals(Outcome.FAILURE, check(report, "config").outcome());
        assertTrue(check(report, "config").detail().contains("\"maybe\" is not one of ask"));
        assertEquals(Outcome.OK, check(report, "plugins").outcome());
    }

    @Test
    void aWrongVariableIsFound() throws InterruptedException {
        variables.put("TERMAL_PERMISSIONS", "maybe");
        assertTrue(check(examine(), "config").detail().contains("TERMAL_PERMISSIONS"));
    }

    @Test
    void unknownKeysAreWarnings() throws Exception {
        config("{\"agnets\": {}}");
        assertTrue(examine().host().checks().stream()
                .anyMatch(check ->
                        check.outcome() == Outcome.WARNING && check.detail().contains("agnets")));
    }

    @Test
    void aBrokenPluginIsAFailure() throws Exception {
        Files.createDirectories(folder.resolve("home/plugins"));
        Files.writeString(folder.resolve("home/plugins/broken.jar"), "no jar");
        Check plugins = check(examine(), "plugins");
        assertEquals(Outcome.FAILURE, plugins.outcome());
        assertTrue(plugins.detail().contains("broken.jar"));
    }

    @Test
    void aRepositorysConfigThatDoesNotCountIsToldOf() throws Exception {
        Path file = folder.resolve(".termal/config.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{broken"); // nobody reads it before it is trusted
        assertTrue(check(examine(), "repository").detail().contains("is not trusted, so it is ignored"));
        Files.writeString(file, "{}");
        trust();
        assertTrue(examine().host().checks().stream()
                .noneMatch(check -> check.name().equals("repository")));
        Files.writeString(file, "{\"permissions\": \"auto\"}");
        assertTrue(check(examine(), "repository").detail().contains("has changed since it was trusted"));
        trust();
        assertTrue(check(examine(), "repository").detail().contains("can only tighten"));
        Files.writeString(folder.resolve("home/trust.json"), "{broken");
        assertTrue(check(examine(), "repository").detail().contains("cannot be told whether it is trusted"));
    }

    @Test
    void aRepositorysConfigThatCannotBeReadStopsNobody() throws Exception {
        Path file = folder.resolve(".termal/config.json");
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[5 << 20]);
        DoctorReport report = examine();
        assertEquals(Outcome.WARNING, check(report, "repository").outcome());
        assertEquals(Outcome.OK, check(report, "config").outcome());
    }

    private void trust() {
        HostOptions options = HostOptions.builder()
                .home(folder.resolve("home"))
                .environment(variables)
                .build();
        try (Termal host = Termal.open(options)) {
            host.trust(host.repositoryFile(folder).orElseThrow());
            assertEquals(TrustedFile.State.UNCHANGED, host.trusted().get(0).state());
        }
    }

    @Test
    void aHomeThatCannotBeMade() throws Exception {
        Files.writeString(folder.resolve("home"), "a file");
        DoctorReport report = examine();
        assertEquals(Outcome.FAILURE, report.worst());
        assertEquals(
                1,
                report.host().checks().stream()
                        .filter(check -> check.name().equals("home"))
                        .count(),
                "it is told once, and the rest is examined all the same");
        check(report, "config");
    }

    @Test
    void anUnknownAgentIsAnError() {
        AgentException e = assertThrows(AgentException.class, () -> examine(Optional.of("nobody")));
        assertTrue(e.getMessage().contains("no agent is named \"nobody\""));
    }
}
