package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.spi.Verdict;
import dev.termal.api.spi.Verdict.Result;
import dev.termal.host.ProbeReport;
import dev.termal.host.json.Json;
import dev.termal.host.json.Samples;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Tag("R-AG-130")
@Tag("R-AG-131")
class ProbeCommandTest {
    private final FakeTermal termal = new FakeTermal(new FakeSession(session -> Samples.done("")));
    private final TestShell shell = new TestShell(options -> termal.open(options));

    private void found(Result cancel) {
        Verdict verdict = new Verdict("D", "cancel", cancel, "after 5 ms", List.of(), List.of("> {}"));
        Verdict tokens = new Verdict("B", "tokens", Result.ABSENT, "none", List.of(), List.of());
        termal.probes = Optional.of(new ProbeReport(
                new AgentId("sample"),
                new EngineId("some"),
                "1.2",
                Instant.EPOCH,
                List.of(verdict, tokens),
                Set.of("D"),
                Path.of("/h/probes/x.json")));
    }

    @Test
    void eachGateIsALineAndTokensAreWarnedOf() {
        found(Result.FALLBACK);
        assertEquals(0, shell.run("probe", "sample", "-e", "some", "-m", "big"));
        assertEquals("""
                D    cancel             FALLBACK  after 5 ms
                B    tokens             ABSENT    none
                """, shell.out());
        assertTrue(shell.err().contains("spends tokens"), shell.err());
        assertEquals(Optional.of("some"), termal.opened.get(0).engine());
        assertEquals(Optional.of("big"), termal.opened.get(0).model());
    }

    @Test
    void whatIsReliedOnAndFailedIsAnExitCode() {
        found(Result.FAIL);
        assertEquals(1, shell.run("probe", "sample"));
        assertTrue(shell.err().contains("relied on: D"), shell.err());
    }

    @Test
    void programsGetTheLinesToo() {
        found(Result.PASS);
        assertEquals(0, shell.run("probe", "sample", "-o", "json"));
        JsonNode report = Json.read(shell.out());
        assertEquals("1.2", report.path("build").asString());
        assertEquals("pass", report.at("/verdicts/0/result").asString());
        assertTrue(report.at("/verdicts/0/reliedOn").asBoolean());
        assertEquals("> {}", report.at("/verdicts/0/captured/0").asString());
    }
}
