package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentId;
import dev.termal.api.Diagnostics;
import dev.termal.api.Diagnostics.Check;
import dev.termal.api.Diagnostics.Outcome;
import dev.termal.api.EngineId;
import dev.termal.api.Fact;
import dev.termal.host.DoctorReport;
import dev.termal.host.DoctorSpec;
import dev.termal.host.Leftover;
import dev.termal.host.SessionSnapshot;
import dev.termal.host.cli.output.Look;
import dev.termal.host.event.SessionKey;
import dev.termal.host.json.Json;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class DoctorCommandTest {
    private static final Leftover LEFT = new Leftover(new AgentId("sample"), 7, List.of(7L, 8L));

    private final FakeTermal termal = new FakeTermal(new FakeSession(s -> {
        throw new AssertionError("no turn");
    }));
    private final TestShell shell = new TestShell(options -> termal.open(options));

    private static DoctorReport report(Outcome outcome) {
        return new DoctorReport(
                new Diagnostics(List.of(new Check("java", Outcome.OK, "17 in /jdk", "")), List.of()),
                List.of(new DoctorReport.AgentReport(
                        new AgentId("sample"),
                        "The sample",
                        new Diagnostics(
                                List.of(new Check("command", outcome, "not\u001B[31m found", "install it\nthen try")),
                                List.of(
                                        Fact.of("agentVersion", "Version", "1.2"),
                                        new Fact("spawns", "Starts", new Fact.Value.Numeric(BigDecimal.TEN)),
                                        new Fact("cancel", "Cancel", new Fact.Value.Flag(true)),
                                        new Fact("connectTime", "Time", new Fact.Value.Elapsed(Duration.ofMillis(70))),
                                        new Fact("memory", "Memory", new Fact.Value.Bytes(3 << 20)),
                                        new Fact(
                                                "names",
                                                "Names",
                                                new Fact.Value.Items(
                                                        List.of(new Fact.Value.Text("a"), new Fact.Value.Text("b")))),
                                        new Fact(
                                                "servers",
                                                "Servers",
                                                new Fact.Value.Entries(
                                                        Map.of("s", new Fact.Value.Text("/bin/s")))))))));
    }

    @Test
    void checksInGroupsWithMarksAndHints() {
        termal.report = report(Outcome.WARNING);
        assertEquals(0, shell.run("doctor"));
        assertEquals("""
                TermAl
                  ✓ java         17 in /jdk

                sample (The sample)
                  ! command      not found
                                 install it
                                 then try

                It works; look at what is marked with "!".
                """, shell.out());
        assertEquals(List.of(new DoctorSpec(shell.cwd, Optional.empty(), true)), termal.examined);
        assertTrue(termal.closed);
    }

    @Test
    void hintsAreBrokenBetweenWordsWhereSomebodyLooks() {
        String hint = "unpack the archive and then link " + "a/very/long/path".repeat(6) + " to it";
        DoctorReport report = new DoctorReport(
                new Diagnostics(List.of(new Check("java", Outcome.WARNING, "old", hint)), List.of()), List.of());
        assertTrue(new DoctorText(new Look(false, false), false).of(report).contains(hint));
        String broken = new DoctorText(new Look(false, true), false).of(report);
        assertTrue(broken.lines().anyMatch(line -> line.strip().equals("unpack the archive and then link")), broken);
        assertTrue(broken.lines().anyMatch(line -> line.strip().equals("a/very/long/path".repeat(6))), broken);
    }

    @Test
    void whatAnAgentIsComesBeforeWhatItDid() {
        DoctorReport report = new DoctorReport(
                new Diagnostics(
                        List.of(),
                        List.of(
                                Fact.of("spawns", "Starts", "1"),
                                Fact.of("signIn", "Sign-in", "signed_in"),
                                Fact.of("agentName", "Agent", "sample"))),
                List.of());
        String text = new DoctorText(Look.PLAIN, true).of(report);
        assertTrue(text.contains("    Agent: sample\n    Sign-in: signed in\n    Starts: 1\n"), text);
    }

    private static DoctorReport withSession() {
        DoctorReport report = report(Outcome.OK);
        SessionSnapshot session = new SessionSnapshot(
                new SessionKey("k-1"),
                new AgentId("sample"),
                new EngineId("lines"),
                Path.of("/work"),
                4711,
                "process 4711 (termal chat)",
                Instant.parse("2026-11-30T10:00:00Z"),
                Duration.ofMillis(62_400),
                new Diagnostics(
                        List.of(),
                        List.of(
                                Fact.of("state", "State", "running"),
                                new Fact("pid", "Process", new Fact.Value.Numeric(BigDecimal.valueOf(12))))));
        return new DoctorReport(report.host(), report.agents(), List.of(session));
    }

    @Test
    @Tag("R-AG-43")
    @Tag("R-AG-119")
    void sessionsOfOtherProcessesAreShownAsLastSeen() {
        termal.report = withSession();
        String line = "  k-1 sample by lines: running, process 4711 (termal chat), seen 1m2s ago\n";
        assertEquals(0, shell.run("doctor"));
        assertTrue(
                shell.out().contains("Sessions that other processes have open\n" + line + "\nAll is well."),
                shell.out());
        assertEquals(0, shell.run("doctor", "-a", "sample"));
        assertTrue(shell.out().contains(line + "    State: running\n    Process: 12\n"), shell.out());
        assertEquals(0, shell.run("doctor", "-o", "json"));
        JsonNode session = Json.read(shell.out().substring(shell.out().lastIndexOf("\n{") + 1))
                .at("/sessions/0");
        assertEquals("k-1", session.path("session").asString());
        assertEquals(4711, session.path("pid").asInt());
        assertEquals(62_400, session.path("ageMs").asInt());
        assertEquals("running", session.at("/facts/0/value").asString());
    }

    @Test
    void whatDoesNotWorkIsAnExitCode() {
        termal.report = report(Outcome.FAILURE);
        assertEquals(1, shell.run("doctor"));
        assertTrue(shell.out().contains("  ✗ command "), shell.out());
    }

    @Test
    void ofOneAgentAllIsShown() {
        termal.report = report(Outcome.OK);
        assertEquals(0, shell.run("doctor", "-a", "sample", "--no-connect"));
        assertTrue(shell.out().contains("""
                    Version: 1.2
                    Time: 70ms
                    Starts: 10
                    Cancel: yes
                    Memory: 3.0 MiB
                    Names: a b
                    Servers:
                      s: /bin/s
                """), shell.out());
        assertEquals(List.of(new DoctorSpec(shell.cwd, Optional.of("sample"), false)), termal.examined);
    }

    @Test
    void oneDocumentForPrograms() {
        termal.report = report(Outcome.FAILURE);
        assertEquals(1, shell.run("doctor", "-o", "json"));
        JsonNode report = Json.read(shell.out());
        assertEquals("failure", report.get("outcome").asString());
        assertEquals("ok", report.at("/host/checks/0/outcome").asString());
        assertEquals(
                "install it\nthen try", report.at("/agents/0/checks/0/hint").asString());
        JsonNode facts = report.at("/agents/0/facts");
        assertEquals("1.2", facts.get(0).get("value").asString());
        assertEquals(10, facts.get(1).get("value").asInt());
        assertTrue(facts.get(2).get("value").asBoolean());
        assertEquals("durationMs", facts.get(3).get("type").asString());
        assertEquals(70, facts.get(3).get("value").asInt());
        assertEquals(3 << 20, facts.get(4).get("value").asInt());
        assertEquals("b", facts.get(5).get("value").get(1).asString());
        assertEquals("/bin/s", facts.get(6).get("value").get("s").asString());
        assertFalse(shell.out().contains("\u001B"), "escaped");
    }

    @Test
    void colourOnlyWhereItIsWanted() {
        termal.report = report(Outcome.FAILURE);
        shell.terminals = TestShell.TERMINAL;
        shell.run("doctor");
        assertTrue(shell.out().contains("\u001B[31m✗\u001B[0m"), shell.out());
    }

    @Test
    void reapsAndListsExactlyWhatWasLeft() {
        termal.leftovers = List.of(LEFT);
        assertEquals(0, shell.run("doctor", "--reap"));
        assertEquals("ended sample, process 7, 8\n", shell.out());
        assertEquals(List.of(), termal.examined);
    }

    @Test
    void nothingToReap() {
        assertEquals(0, shell.run("doctor", "--reap"));
        assertEquals("No dead host left anything running.\n", shell.out());
    }

    @Test
    void whatWouldNotEndIsAFailure() {
        termal.leftovers = List.of(LEFT);
        termal.stubborn = List.of(LEFT);
        assertEquals(1, shell.run("doctor", "--reap", "-o", "json"));
        assertEquals("would not end: sample, process 7, 8\n", shell.err());
        assertEquals(8, Json.read(shell.out()).at("/left/0/processes/1").asInt());
    }

    @Test
    void reapingIsForAllAgents() {
        assertEquals(2, shell.run("doctor", "--reap", "-a", "sample"));
        assertTrue(shell.err().contains("without --agent"), shell.err());
    }
}
