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
import java.util.ArrayList;
import java.util.List;

/** Probes agents in an empty folder, and keeps what was found for each build. */
final class Probes {
    private final TermalHome home;
    private final Inventory inventory;
    private final Connector connector;
    private final HostToolGate hostTools;

    @Inject
    Probes(TermalHome home, Inventory inventory, Connector connector, Opener opener) {
        this.home = home;
        this.inventory = inventory;
        this.connector = connector;
        hostTools = new HostToolGate(opener);
    }

    ProbeReport run(SessionSpec spec) throws InterruptedException {
        try {
            Path folder = Files.createTempDirectory("termal-probe-");
            try {
                return run(
                        spec.toBuilder().cwd(folder.toRealPath()).build(),
                        new SessionPlanner(inventory.setup(spec.cwd())));
            } finally {
                PrivateFiles.deleteTree(folder);
            }
        } catch (IOException e) {
            throw new AgentException(ErrorCode.CONFIGURATION, "What was found cannot be kept: " + e.getMessage(), e);
        }
    }

    private ProbeReport run(SessionSpec spec, SessionPlanner planner) throws InterruptedException, IOException {
        SessionPlanner.Prepared agent = planner.prepare(spec);
        List<Verdict> verdicts = new ArrayList<>(connector.probe(agent));
        verdicts.add(hostTools.run(
                spec.toBuilder().agent(agent.profile().id().value()).build()));
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
