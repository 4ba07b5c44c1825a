package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.host.config.ConfigSchema;
import dev.termal.host.config.EffectiveConfig;
import dev.termal.host.config.TermalHome;
import dev.termal.host.plugin.PluginCatalog;
import dev.termal.host.plugin.PluginOrigin;
import dev.termal.host.plugin.PluginProblem;
import dev.termal.host.process.EarliestStart;
import dev.termal.host.process.ProcessLauncher;
import dev.termal.host.session.LiveSession;
import dev.termal.host.session.Sessions;
import dev.termal.host.session.TurnRules;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** A host on this machine: brings together what is there, what is wished, and what starts and runs. */
final class LocalTermal implements Termal {
    /** What the host offers agents: it answers forms and shows pages to visit; files and terminals are theirs. */
    private static final ClientCapabilities OFFERED = new ClientCapabilities(false, false, false, true, true, true);

    private final TermalHome home;
    private final Inventory inventory;
    private final AgentChooser chooser;
    private final SessionPlanner planner;
    private final HostContext context;
    private final Provider<ProcessLauncher> launcher;
    private final Sessions sessions;
    private final Map<String, Engine> engines = new ConcurrentHashMap<>();
    private volatile boolean launched;
    private volatile boolean closed;

    @Inject
    LocalTermal(
            TermalHome home,
            Inventory inventory,
            AgentChooser chooser,
            SessionPlanner planner,
            HostContext context,
            Provider<ProcessLauncher> launcher,
            Sessions sessions) {
        this.home = home;
        this.inventory = inventory;
        this.chooser = chooser;
        this.planner = planner;
        this.context = context;
        this.launcher = launcher;
        this.sessions = sessions;
    }

    @Override
    public Path home() {
        return home.folder();
    }

    @Override
    public List<AgentStatus> agents() {
        String chosen = inventory.settings().defaultAgent().orElse("");
        return new TreeMap<>(inventory.profiles())
                .values().stream().map(p -> status(p, chosen)).toList();
    }

    private AgentStatus status(AgentProfile profile, String chosen) {
        AgentChooser.Finding finding = chooser.finding(profile);
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
                profile.id().value().equals(chosen),
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
        PluginCatalog catalog = inventory.catalog();
        List<PluginStatus> list = new ArrayList<>();
        catalog.origins().forEach(origin -> list.add(status(origin, catalog)));
        catalog.problems().stream()
                .filter(problem -> list.stream().noneMatch(s -> isAbout(problem, s)))
                .map(LocalTermal::status)
                .forEach(list::add);
        return list;
    }

    private static PluginStatus status(PluginOrigin origin, PluginCatalog catalog) {
        return new PluginStatus(
                origin.module(),
                origin.version().orElse(""),
                origin.apiVersion().orElse(""),
                place(origin.place()),
                origin.sha256(),
                catalog.provides(origin),
                catalog.problems().stream()
                        .filter(problem ->
                                problem.place().isPresent() && problem.place().equals(origin.place()))
                        .map(PluginProblem::text)
                        .findFirst());
    }

    private static PluginStatus status(PluginProblem problem) {
        String name = problem.place().map(Path::getFileName).map(Path::toString).orElse("");
        return new PluginStatus(
                name, "", "", place(problem.place()), Optional.empty(), List.of(), Optional.of(problem.text()));
    }

    private static boolean isAbout(PluginProblem problem, PluginStatus status) {
        return status.problem().filter(problem.text()::equals).isPresent();
    }

    private static String place(Optional<Path> place) {
        return place.map(Path::toString).orElse("built in");
    }

    @Override
    public List<String> warnings() {
        return Stream.concat(
                        inventory.catalog().problems().stream().map(PluginProblem::text),
                        inventory.config().warnings().stream())
                .toList();
    }

    @Override
    public Path configFile() {
        return home.config();
    }

    @Override
    public List<EffectiveSetting> config() {
        return EffectiveConfig.of(inventory.config(), inventory.settings(), inventory.known()).stream()
                .map(line -> new EffectiveSetting(line.path(), line.value(), line.source()))
                .toList();
    }

    @Override
    public String configSchema() {
        return ConfigSchema.of(inventory.known());
    }

    @Override
    public SessionPlan plan(SessionSpec spec) {
        SessionPlanner.Prepared prepared = planner.prepare(spec);
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
        SessionPlanner.Prepared prepared = planner.prepare(spec);
        AgentProfile profile = prepared.profile();
        AgentLauncher starter = launch -> {
            LaunchSpec start = prepared.launchSpec(launch);
            new EarliestStart(context.clock()).await(start);
            launched = true;
            return launcher.get().start(start, profile.id(), profile.nestingMarkers());
        };
        Engine engine = engines.computeIfAbsent(
                prepared.engine().id().value(), id -> prepared.engine().create(context));
        ConnectRequest connect = new ConnectRequest(
                profile.id(),
                prepared.binding(),
                prepared.request(),
                starter,
                prepared.environment(),
                prepared.options(),
                OFFERED,
                event -> {});
        TurnRules rules = new TurnRules(
                prepared.timeout(), prepared.idleTimeout(), spec.attended(), spec.strict(), spec.answers());
        LiveSession session = sessions.open(engine, connect, rules);
        return new LocalSession(session);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        sessions.close();
        engines.values().forEach(Engine::close);
        if (launched) {
            launcher.get().close();
        }
        context.close();
    }
}
