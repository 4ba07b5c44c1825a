package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.host.config.ConfigSchema;
import dev.termal.host.config.EffectiveConfig;
import dev.termal.host.config.TermalHome;
import dev.termal.host.plugin.PluginProblem;
import dev.termal.host.process.Reaper;
import dev.termal.host.session.LiveSession;
import dev.termal.host.session.Sessions;
import dev.termal.host.session.TurnRules;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A host on this machine: brings together what is there, what is wished, and what starts and runs. */
final class LocalTermal implements Termal {
    private final TermalHome home;
    private final Inventory inventory;
    private final Connector connector;
    private final Sessions sessions;
    private final Examination examination;
    private final HostContext context;
    private volatile boolean closed;

    @Inject
    LocalTermal(
            TermalHome home,
            Inventory inventory,
            Connector connector,
            Sessions sessions,
            Examination examination,
            HostContext context) {
        this.home = home;
        this.inventory = inventory;
        this.connector = connector;
        this.sessions = sessions;
        this.examination = examination;
        this.context = context;
    }

    @Override
    public Path home() {
        return home.folder();
    }

    @Override
    public List<AgentStatus> agents() {
        Setup setup = inventory.setup();
        return new TreeMap<>(setup.profiles())
                .values().stream().map(p -> status(p, setup)).toList();
    }

    private AgentStatus status(AgentProfile profile, Setup setup) {
        AgentChooser.Finding finding = new AgentChooser(setup).finding(profile);
        String origin = inventory
                .catalog()
                .profile(profile.id())
                .filter(p -> p.value() == profile)
                .map(p -> p.origin().toString())
                .orElse(configFile().toString());
        return new AgentStatus(
                profile.id(),
                profile.displayName(),
                profile.badge(),
                origin,
                profile.bindings().stream().map(b -> b.engine()).toList(),
                finding.readiness(),
                finding.detail(),
                finding.hint(),
                setup.settings()
                        .defaultAgent()
                        .filter(profile.id().value()::equals)
                        .isPresent(),
                profile.fallback());
    }

    @Override
    public List<EngineStatus> engines() {
        return inventory.catalog().engines().stream()
                .map(p -> new EngineStatus(
                        p.value().id(),
                        p.value().displayName(),
                        p.origin().toString(),
                        p.value().takesBareCommand(),
                        inventory.known().options(p.value())))
                .toList();
    }

    @Override
    public List<PluginStatus> plugins() {
        return PluginReport.of(inventory.catalog());
    }

    @Override
    public List<String> warnings() {
        return Stream.concat(
                        inventory.catalog().problems().stream().map(PluginProblem::text),
                        inventory.setup().config().warnings().stream())
                .toList();
    }

    @Override
    public Path configFile() {
        return home.config();
    }

    @Override
    public List<EffectiveSetting> config() {
        Setup setup = inventory.setup();
        return EffectiveConfig.of(setup.config(), setup.settings(), setup.known()).stream()
                .map(line -> new EffectiveSetting(line.path(), line.value(), line.source()))
                .toList();
    }

    @Override
    public String configSchema() {
        return ConfigSchema.of(inventory.known());
    }

    @Override
    public SessionPlan plan(SessionSpec spec) {
        SessionPlanner.Prepared prepared = prepare(spec);
        LaunchRequest launch = new LaunchRequest.ForConnection(prepared.request());
        boolean hasProcess =
                prepared.binding().launchSpec(launch, prepared.environment()).isPresent();
        LaunchSpec start = hasProcess
                ? prepared.launchSpec(launch)
                : LaunchSpec.builder(List.of(), prepared.request().cwd()).build();
        Map<String, String> shown = new TreeMap<>(start.environment());
        shown.replaceAll((name, value) ->
                start.secretNames().contains(name) || EffectiveConfig.looksSecret(name) ? EffectiveConfig.MASK : value);
        Set<String> removed = new TreeSet<>(start.removedNames());
        removed.addAll(prepared.profile().nestingMarkers());
        return new SessionPlan(
                prepared.profile().id(),
                prepared.binding().engine(),
                prepared.reason(),
                start.command(),
                start.cwd(),
                shown,
                removed,
                prepared.request(),
                prepared.options(),
                prepared.timeout(),
                prepared.idleTimeout(),
                prepared.notices());
    }

    @Override
    public TermalSession open(SessionSpec spec) throws InterruptedException {
        if (closed) {
            throw new AgentException(ErrorCode.CLOSED, "the host is closed");
        }
        SessionPlanner.Prepared prepared = prepare(spec);
        TurnRules rules = new TurnRules(
                prepared.timeout(), prepared.idleTimeout(), spec.attended(), spec.strict(), spec.answers());
        LiveSession session = sessions.open(connector.engine(prepared), connector.request(prepared), rules);
        return new LocalSession(session);
    }

    private SessionPlanner.Prepared prepare(SessionSpec spec) {
        return new SessionPlanner(inventory.setup()).prepare(spec);
    }

    @Override
    public DoctorReport doctor(DoctorSpec spec) throws InterruptedException {
        return examination.of(spec);
    }

    @Override
    public List<Leftover> leftovers() {
        return leftovers(new Reaper(home.run()).find());
    }

    @Override
    public List<Leftover> reap() {
        return leftovers(new Reaper(home.run()).reap());
    }

    private static List<Leftover> leftovers(List<Reaper.Leftover> found) {
        return found.stream()
                .map(each -> new Leftover(each.agent(), each.pid(), each.processes()))
                .toList();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        sessions.close();
        connector.close();
        context.close();
    }
}
