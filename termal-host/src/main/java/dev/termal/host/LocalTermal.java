package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.config.ConfigEdit;
import dev.termal.host.config.ConfigSchema;
import dev.termal.host.config.EffectiveConfig;
import dev.termal.host.config.RepositoryConfig;
import dev.termal.host.config.TermalHome;
import dev.termal.host.config.WrittenConfig;
import dev.termal.host.hook.Hooks;
import dev.termal.host.mcp.HostToolBridge;
import dev.termal.host.plugin.PluginProblem;
import dev.termal.host.process.Reaper;
import dev.termal.host.session.Sessions;
import dev.termal.host.store.SessionStore;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** A host on this machine: brings together what is there, what is wished, and what starts and runs. */
final class LocalTermal implements Termal {
    private final TermalHome home;
    private final Inventory inventory;
    private final Listing listing;
    private final Opener opener;
    private final Connector connector;
    private final Sessions sessions;
    private final Hooks hooks;
    private final SessionStore store;
    private final StoredSessions storedSessions;
    private final Examination examination;
    private final SignIns signIns;
    private final Models models;
    private final Permissions permissions;
    private final Probes probes;
    private final LiveNotes notes;
    private final HostToolBridge bridge;
    private final ToolWords toolWords;
    private final HostContext context;
    private volatile boolean closed;

    @Inject
    LocalTermal(
            TermalHome home,
            Inventory inventory,
            Listing listing,
            Opener opener,
            Connector connector,
            Sessions sessions,
            Hooks hooks,
            SessionStore store,
            StoredSessions storedSessions,
            Examination examination,
            SignIns signIns,
            Models models,
            Permissions permissions,
            Probes probes,
            LiveNotes notes,
            HostToolBridge bridge,
            ToolWords toolWords,
            HostContext context) {
        this.home = home;
        this.inventory = inventory;
        this.listing = listing;
        this.opener = opener;
        this.connector = connector;
        this.sessions = sessions;
        this.hooks = hooks;
        this.store = store;
        this.storedSessions = storedSessions;
        this.examination = examination;
        this.signIns = signIns;
        this.models = models;
        this.permissions = permissions;
        this.probes = probes;
        this.notes = notes;
        this.bridge = bridge;
        this.toolWords = toolWords;
        this.context = context;
    }

    @Override
    public Path home() {
        return home.folder();
    }

    @Override
    public List<AgentStatus> agents() {
        return listing.agents();
    }

    @Override
    public List<EngineStatus> engines() {
        return listing.engines();
    }

    @Override
    public List<PluginStatus> plugins() {
        return PluginReport.of(inventory.catalog());
    }

    @Override
    public List<String> warnings() {
        Setup setup = inventory.setupAsFarAsPossible();
        return Stream.of(
                        inventory.catalog().problems().stream().map(PluginProblem::text),
                        setup.config().warnings().stream(),
                        setup.hookProblems().stream())
                .flatMap(Function.identity())
                .toList();
    }

    @Override
    public Optional<String> configProblem() {
        return inventory.configProblem();
    }

    @Override
    public Path configFile() {
        return home.config();
    }

    @Override
    public List<EffectiveSetting> config() {
        Setup setup = inventory.setupAsFarAsPossible();
        return EffectiveConfig.of(setup.config(), setup.settings(), setup.known()).stream()
                .map(line -> new EffectiveSetting(line.path(), line.value(), line.source()))
                .toList();
    }

    @Override
    public Optional<String> writtenConfig(String path) {
        return WrittenConfig.value(home.config(), path);
    }

    @Override
    public String configSchema() {
        return ConfigSchema.of(inventory.known());
    }

    @Override
    public PlannedSession planned(SessionSpec spec) {
        if (closed) {
            throw new AgentException(ErrorCode.CLOSED, "the host is closed");
        }
        return opener.planned(spec);
    }

    @Override
    public StoredSessions sessions() {
        return storedSessions;
    }

    private SessionPlanner.Prepared prepare(SessionSpec spec) {
        home.run(); // what starts an agent needs the folder, and fails better before it has begun
        return new SessionPlanner(inventory.setup(spec.cwd())).prepare(spec);
    }

    @Override
    public ConfigChange setConfig(String path, String value) {
        return change(inventory.edit(toolWords::problems, file -> file.set(path, value)));
    }

    @Override
    public ConfigChange unsetConfig(String path) {
        return change(inventory.edit(toolWords::problems, file -> file.unset(path)));
    }

    private static ConfigChange change(ConfigEdit.Change made) {
        return new ConfigChange(made.path(), made.before(), made.after(), made.warnings());
    }

    @Override
    public Optional<RepositoryFile> repositoryFile(Path cwd) {
        return inventory
                .repository(cwd)
                .map(found -> new RepositoryFile(
                        found.file(),
                        found.text(),
                        found.sha256(),
                        RepositoryFile.Trust.valueOf(
                                inventory.trust().state(found).name())));
    }

    @Override
    public void trust(RepositoryFile file) {
        inventory.trust(new RepositoryConfig(file.path(), file.text(), file.sha256()));
    }

    @Override
    public List<TrustedFile> trusted() {
        return listing.trusted();
    }

    @Override
    public boolean revokeTrust(String path) {
        return inventory.trust().revoke(path).isPresent();
    }

    @Override
    public List<KnownRule> permissionRules() {
        return permissions.all();
    }

    @Override
    public Set<String> revokePermissions(Set<String> ids) {
        return permissions.revoke(ids);
    }

    @Override
    public List<SignInStatus> signIns() {
        return listing.signIns();
    }

    @Override
    public void signIn(SessionSpec spec, SignInCaller caller) throws InterruptedException {
        signIns.signIn(prepare(spec), caller);
    }

    @Override
    public void signOut(SessionSpec spec) throws InterruptedException {
        signIns.signOut(prepare(spec));
    }

    @Override
    public ModelList models(SessionSpec spec) throws InterruptedException {
        return models.of(prepare(spec));
    }

    @Override
    public InstallOffer installOffer(SessionSpec spec, boolean newest) throws InterruptedException {
        return Installs.offer(prepare(spec), newest);
    }

    @Override
    public Installation install(InstallOffer offer, Consumer<String> progress) throws InterruptedException {
        return Installs.install(offer, progress);
    }

    @Override
    public ProbeReport probe(SessionSpec spec) throws InterruptedException {
        return probes.run(spec);
    }

    @Override
    public DoctorReport doctor(DoctorSpec spec) throws InterruptedException {
        return examination.of(spec);
    }

    @Override
    public List<Leftover> leftovers() {
        return leftovers(new Reaper(home.runFolder()).find());
    }

    @Override
    public List<Leftover> reap() {
        return leftovers(new Reaper(home.runFolder()).reap());
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
        notes.close();
        sessions.close();
        bridge.close();
        store.close();
        hooks.close();
        connector.close();
        context.close();
    }
}
