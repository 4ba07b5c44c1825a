package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.spi.Verdict;
import dev.termal.host.config.TermalHome;
import dev.termal.host.json.Json;
import dev.termal.host.json.VerdictsJson;
import dev.termal.host.process.PrivateFiles;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Probes agents in an empty folder, and keeps what was found for each build. */
final class Probes {
    private final TermalHome home;
    private final Inventory inventory;
    private final Connector connector;

    @Inject
    Probes(TermalHome home, Inventory inventory, Connector connector) {
        this.home = home;
        this.inventory = inventory;
        this.connector = connector;
    }

    ProbeReport run(SessionSpec spec) throws InterruptedException {
        try {
            Path folder = Files.createTempDirectory("termal-probe-");
            try {
                return run(new SessionPlanner(inventory.setup(spec.cwd()))
                        .prepare(spec.toBuilder().cwd(folder.toRealPath()).build()));
            } finally {
                PrivateFiles.deleteTree(folder);
            }
        } catch (IOException e) {
            throw new AgentException(ErrorCode.CONFIGURATION, "What was found cannot be kept: " + e.getMessage(), e);
        }
    }

    private ProbeReport run(SessionPlanner.Prepared agent) throws InterruptedException, IOException {
        List<Verdict> verdicts = connector.probe(agent);
        String build = verdicts.stream()
                .flatMap(verdict -> verdict.measured().stream())
                .filter(fact -> fact.key().equals("agentVersion") && fact.value() instanceof Fact.Value.Text)
                .map(fact -> ((Fact.Value.Text) fact.value()).text())
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse("unknown");
        Path file = PrivateFiles.folder(home.folder()
                        .resolve("probes")
                        .resolve(agent.profile().id() + "-" + agent.binding().engine()))
                .resolve(build.replaceAll("[^A-Za-z0-9._-]", "_") + ".json");
        ProbeReport report = new ProbeReport(
                agent.profile().id(),
                agent.binding().engine(),
                build,
                Instant.now(),
                verdicts,
                agent.binding().reliedOn(),
                file);
        PrivateFiles.write(
                file,
                Json.pretty(VerdictsJson.of(
                                report.agent().value(),
                                report.engine().value(),
                                build,
                                report.time().toString(),
                                verdicts,
                                report.reliedOn()))
                        + "\n");
        return report;
    }

    /** Why an agent cannot be probed. */
    static AgentException impossible(SessionPlanner.Prepared agent) {
        return new AgentException(
                ErrorCode.UNSUPPORTED,
                "the engine " + agent.binding().engine() + " has no probes; choose another with -e where "
                        + agent.profile().id() + " has one");
    }
}
