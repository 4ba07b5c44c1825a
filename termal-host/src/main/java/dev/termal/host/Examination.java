package dev.termal.host;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.Diagnostics;
import dev.termal.api.Fact;
import dev.termal.api.Feature;
import dev.termal.api.McpServer;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.host.DoctorReport.AgentReport;
import dev.termal.host.config.Config;
import dev.termal.host.config.TermalHome;
import dev.termal.host.doctor.AgentExam;
import dev.termal.host.doctor.ConnectionExam;
import dev.termal.host.doctor.Findings;
import dev.termal.host.doctor.HostExam;
import dev.termal.host.doctor.HostToolExam;
import dev.termal.host.mcp.HostToolBridge;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Examines the host and its agents, as far as they can be: what is broken is a finding, and the rest is looked at all the same. */
final class Examination {
    private final TermalHome home;
    private final Inventory inventory;
    private final Connector connector;
    private final Snapshots snapshots;
    private final HostToolBridge bridge;

    @Inject
    Examination(TermalHome home, Inventory inventory, Connector connector, Snapshots snapshots, HostToolBridge bridge) {
        this.home = home;
        this.inventory = inventory;
        this.connector = connector;
        this.snapshots = snapshots;
        this.bridge = bridge;
    }

    DoctorReport of(DoctorSpec spec) throws InterruptedException {
        Findings host = new Findings();
        HostExam exam = new HostExam(home, host);
        exam.machine(HostVersion.VALUE);
        exam.leftovers();
        HostToolExam.server(bridge.address(), host);
        exam.plugins(inventory.catalog());
        Setup setup = settings(exam, spec.cwd());
        List<AgentReport> agents = new ArrayList<>();
        for (AgentProfile profile : chosen(spec, setup)) {
            agents.add(new AgentReport(profile.id(), profile.displayName(), agent(profile, spec, setup)));
        }
        return new DoctorReport(host.done(), agents, sessions(spec));
    }

    private List<SessionSnapshot> sessions(DoctorSpec spec) {
        return snapshots.ofOthers().stream()
                .filter(session ->
                        spec.agent().map(session.agent().value()::equals).orElse(true))
                .toList();
    }

    /** What the config says; as if there were none where it is broken. */
    private Setup settings(HostExam exam, Path cwd) {
        try {
            Setup setup = inventory.setup(cwd);
            setup.check();
            exam.config(Stream.of(
                            setup.config().warnings(),
                            setup.hookProblems(),
                            new ToolWords(home, bridge).problems(setup.config()))
                    .flatMap(List::stream)
                    .toList());
            exam.repository(setup.notices());
            return setup;
        } catch (AgentException broken) {
            exam.brokenConfig(String.valueOf(broken.getMessage()));
            return inventory.withoutConfig();
        }
    }

    private static List<AgentProfile> chosen(DoctorSpec spec, Setup setup) {
        return spec.agent()
                .map(name -> List.of(new AgentChooser(setup).named(name)))
                .orElseGet(() -> List.copyOf(new TreeMap<>(setup.profiles()).values()));
    }

    private Diagnostics agent(AgentProfile profile, DoctorSpec spec, Setup setup) throws InterruptedException {
        String name = profile.id().value();
        Config.Agent configured = setup.config().agent(name);
        boolean named = spec.agent().isPresent();
        boolean relied = named
                || setup.config().agents().containsKey(name)
                || setup.settings()
                        .defaultAgent()
                        .filter(chosen -> chosen.value().equals(name))
                        .isPresent();
        SessionSpec.Builder wanted =
                SessionSpec.builder(spec.cwd().toAbsolutePath()).agent(name);
        spec.engine().ifPresent(wanted::engine);
        SessionSpec session = wanted.build();
        Diagnostics still = new AgentExam(
                        profile,
                        setup.environment(profile),
                        configured,
                        servers(setup, configured),
                        () -> launch(setup, session),
                        relied)
                .examine()
                .and(HostToolExam.of(() -> lent(setup, session)));
        boolean starts = still.checks().stream()
                .anyMatch(check -> check.name().equals("command") && check.outcome() == Diagnostics.Outcome.OK);
        return named && spec.connect() && starts ? Findings.distinct(still.and(connection(setup, session))) : still;
    }

    private List<String> lent(Setup setup, SessionSpec session) {
        return new Lending(bridge, home, setup, session.agent().orElse(""), session).tools();
    }

    private static List<McpServer> servers(Setup setup, Config.Agent configured) {
        Map<String, McpServer> byName = new LinkedHashMap<>();
        setup.config().mcpServers().forEach(server -> byName.put(server.name(), server));
        configured.mcpServers().forEach(server -> byName.put(server.name(), server));
        return List.copyOf(byName.values());
    }

    private static LaunchSpec launch(Setup setup, SessionSpec session) {
        SessionPlanner.Prepared prepared = new SessionPlanner(setup).prepare(session);
        LaunchRequest request = new LaunchRequest.ForConnection(prepared.request());
        return prepared.binding()
                .launchSpec(request, prepared.environment())
                .map(launch -> prepared.launchSpec(request))
                .orElseGet(() ->
                        LaunchSpec.builder(List.of(), prepared.request().cwd()).build());
    }

    private AgentConnection connected(SessionPlanner.Prepared prepared) throws InterruptedException {
        home.run(); // what starts an agent needs the folder
        return connector.connect(prepared, event -> {});
    }

    private Diagnostics connection(Setup setup, SessionSpec session) throws InterruptedException {
        long begin = System.nanoTime();
        SessionPlanner.Prepared prepared = new SessionPlanner(setup).prepare(session);
        try (AgentConnection connection = connected(prepared)) {
            Fact engine =
                    Fact.of("engine", "Engine", prepared.binding().engine().value());
            return ConnectionExam.of(connection, Duration.ofNanos(System.nanoTime() - begin))
                    .and(new Diagnostics(List.of(), List.of(engine)))
                    .and(HostToolExam.reached(
                            () -> lent(setup, session),
                            connection.capabilities().has(Feature.MCP_HTTP)));
        } catch (AgentException e) {
            return ConnectionExam.failed(e);
        }
    }
}
