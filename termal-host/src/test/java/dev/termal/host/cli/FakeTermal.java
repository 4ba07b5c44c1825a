package dev.termal.host.cli;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;
import dev.termal.api.Diagnostics;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.Setting;
import dev.termal.host.AgentStatus;
import dev.termal.host.ConfigChange;
import dev.termal.host.DoctorReport;
import dev.termal.host.DoctorSpec;
import dev.termal.host.EffectiveSetting;
import dev.termal.host.EngineStatus;
import dev.termal.host.HostOptions;
import dev.termal.host.InstallOffer;
import dev.termal.host.Installation;
import dev.termal.host.KnownRule;
import dev.termal.host.Leftover;
import dev.termal.host.ModelList;
import dev.termal.host.PlannedSession;
import dev.termal.host.PluginStatus;
import dev.termal.host.ProbeReport;
import dev.termal.host.RepositoryFile;
import dev.termal.host.SessionPlan;
import dev.termal.host.SessionSpec;
import dev.termal.host.SignInCaller;
import dev.termal.host.SignInStatus;
import dev.termal.host.SignInWay;
import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.TrustedFile;
import dev.termal.host.event.SessionEntry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A host with one agent, whose session a test brings. */
public class FakeTermal implements Termal {
    public final List<SessionSpec> opened = new ArrayList<>();
    final List<HostOptions> options = new ArrayList<>();
    boolean closed;
    private static final String INSTRUCTIONS =
            "Run other login,\n\n- or set OTHER_KEY where you start this program, which is quite a long story for a line.";
    static final String BROKEN = "plugin /p/bad.jar (read): no module";

    List<String> warnings = List.of();
    public Optional<AgentException> failure = Optional.empty();

    final List<DoctorSpec> examined = new ArrayList<>();
    DoctorReport report = new DoctorReport(Diagnostics.NONE, List.of());
    List<Leftover> leftovers = List.of();
    List<Leftover> stubborn = List.of();

    Optional<RepositoryFile> repositoryFile = Optional.empty();
    final List<RepositoryFile> trusted = new ArrayList<>();
    List<SignInWay> ways = List.of();
    Optional<SignInWay> signedInBy = Optional.empty();
    ModelList models = new ModelList(new AgentId("sample"), "", Optional.empty(), List.of(), false);

    /** What happens while a session is opened. */
    interface Opening {
        void run(Consumer<SessionEntry> meanwhile) throws InterruptedException;
    }

    Opening opening = meanwhile -> {};

    List<String> hostTools = List.of();
    Map<PermissionPolicy, List<String>> policyArguments = Map.of();
    protected Path home = Path.of("/home");
    protected List<KnownRule> rules = new ArrayList<>();
    Optional<InstallOffer> offer = Optional.empty();
    final List<InstallOffer> installed = new ArrayList<>();
    Optional<ProbeReport> probes = Optional.empty();

    private final FakeSession session;

    public FakeTermal(FakeSession session) {
        this.session = session;
    }

    Termal open(HostOptions given) {
        options.add(given);
        return this;
    }

    @Override
    public Path home() {
        return home;
    }

    @Override
    public StoredSessions sessions() {
        throw new UnsupportedOperationException("commands about sessions are tested with a real host");
    }

    @Override
    public List<AgentStatus> agents() {
        return List.of(
                status("sample", AgentStatus.Readiness.READY, "/bin/sample 1.2", "", true),
                status("other", AgentStatus.Readiness.SIGN_IN_NEEDED, "found", "run other login", false));
    }

    private static AgentStatus status(
            String id, AgentStatus.Readiness readiness, String detail, String hint, boolean chosen) {
        List<EngineId> engines = List.of(new EngineId("some"), new EngineId("more"));
        return new AgentStatus(
                new AgentId(id),
                "The " + id,
                "XX",
                "sample.module",
                engines,
                readiness,
                detail,
                hint,
                chosen,
                false,
                List.of());
    }

    @Override
    public List<EngineStatus> engines() {
        Setting setting = Setting.choice("style", List.of("plain", "fancy"), "How it looks.");
        return List.of(new EngineStatus(new EngineId("some"), "Some engine", "some.module", true, List.of(setting)));
    }

    @Override
    public List<PluginStatus> plugins() {
        return List.of(
                new PluginStatus(
                        "good",
                        "1.0",
                        "0.1",
                        "/p/good.jar",
                        Optional.of("ab12".repeat(16)),
                        List.of("agent x"),
                        List.of()),
                new PluginStatus("bad", "", "", "/p/bad.jar", Optional.empty(), List.of(), List.of(BROKEN)));
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }

    Optional<String> configProblem = Optional.empty();

    @Override
    public Optional<String> configProblem() {
        return configProblem;
    }

    @Override
    public Path configFile() {
        return Path.of("/home/config.json");
    }

    @Override
    public List<EffectiveSetting> config() {
        return List.of(new EffectiveSetting("permissions", "ask", "default"));
    }

    Map<String, String> written = Map.of();

    @Override
    public Optional<String> writtenConfig(String path) {
        return Optional.ofNullable(written.get(path));
    }

    @Override
    public String configSchema() {
        return "{\"type\":\"object\"}";
    }

    int planned;

    @Override
    public PlannedSession planned(SessionSpec spec) {
        planned++;
        failure.ifPresent(error -> {
            throw error;
        });
        return new PlannedSession() {
            @Override
            public SessionPlan plan() {
                return FakeTermal.this.plan(spec);
            }

            @Override
            public TermalSession open(Consumer<SessionEntry> meanwhile, Consumer<String> whenWaiting)
                    throws InterruptedException {
                return FakeTermal.this.open(spec, meanwhile);
            }
        };
    }

    @Override
    public SessionPlan plan(SessionSpec spec) {
        SessionRequest.Builder request = SessionRequest.builder(spec.cwd());
        spec.permissions().ifPresent(request::permissions);
        spec.model().ifPresent(request::model);
        return new SessionPlan(
                new AgentId(spec.agent().orElse("sample")),
                new EngineId("some"),
                spec.agent().isPresent() ? "" : "the first that is ready",
                List.of("prog", "--flag", "a b"),
                spec.cwd(),
                Map.of("KEY", "***"),
                Set.of("NESTED"),
                request.build(),
                Map.of("style", "plain"),
                hostTools,
                policyArguments,
                spec.timeout(),
                spec.idleTimeout().orElse(Duration.ofMinutes(5)),
                List.of());
    }

    @Override
    public TermalSession open(SessionSpec spec, Consumer<SessionEntry> meanwhile) throws InterruptedException {
        if (spec.engine().equals(Optional.of("nosuch"))) {
            throw new AgentException(ErrorCode.EXECUTABLE_NOT_FOUND, "prog was not found: install it");
        }
        opened.add(spec);
        opening.run(meanwhile);
        return session;
    }

    @Override
    public ConfigChange setConfig(String path, String value) {
        return new ConfigChange(path, Optional.of("\"old\""), Optional.of(value), List.of("odd"));
    }

    @Override
    public ConfigChange unsetConfig(String path) {
        return new ConfigChange(path, Optional.empty(), Optional.empty(), List.of());
    }

    @Override
    public Optional<RepositoryFile> repositoryFile(Path cwd) {
        return repositoryFile;
    }

    @Override
    public void trust(RepositoryFile file) {
        trusted.add(file);
    }

    @Override
    public List<TrustedFile> trusted() {
        return trusted.stream()
                .map(file -> new TrustedFile(
                        file.path().toString(), file.sha256(), "2026-01-02T03:04:05Z", TrustedFile.State.CHANGED))
                .toList();
    }

    @Override
    public List<KnownRule> permissionRules() {
        return rules;
    }

    @Override
    public Set<String> revokePermissions(Set<String> ids) {
        Set<String> gone = rules.stream()
                .flatMap(rule -> rule.id().stream())
                .filter(ids::contains)
                .collect(Collectors.toSet());
        rules.removeIf(rule -> rule.id().filter(gone::contains).isPresent());
        return gone;
    }

    @Override
    public boolean revokeTrust(String path) {
        return trusted.removeIf(file -> file.path().toString().equals(path));
    }

    @Override
    public List<SignInStatus> signIns() {
        return List.of(
                new SignInStatus(new AgentId("sample"), "The sample", AuthStatus.signedIn("by a key"), ""),
                new SignInStatus(new AgentId("other"), "The other", AuthStatus.required(""), INSTRUCTIONS));
    }

    @Override
    public void signIn(SessionSpec spec, SignInCaller caller) throws InterruptedException {
        opened.add(spec);
        caller.told("on it");
        signedInBy = Optional.of(caller.choose(ways));
    }

    @Override
    public void signOut(SessionSpec spec) {
        failure.ifPresent(error -> {
            throw error;
        });
        opened.add(spec);
    }

    @Override
    public ModelList models(SessionSpec spec) {
        return models;
    }

    @Override
    public DoctorReport doctor(DoctorSpec spec) {
        examined.add(spec);
        return report;
    }

    @Override
    public List<Leftover> leftovers() {
        return leftovers;
    }

    @Override
    public List<Leftover> reap() {
        List<Leftover> ended = leftovers;
        leftovers = stubborn;
        return ended;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public InstallOffer installOffer(SessionSpec spec, boolean newest) {
        return offer.orElseThrow(() -> new AgentException(ErrorCode.UNSUPPORTED, "nothing to install"));
    }

    @Override
    public Installation install(InstallOffer wanted, Consumer<String> progress) {
        installed.add(wanted);
        progress.accept("100 % of it");
        return new Installation(
                Path.of("/opt/sample/current/sample"),
                wanted.plan().version(),
                "abc",
                wanted.there().isPresent());
    }

    @Override
    public ProbeReport probe(SessionSpec spec) {
        opened.add(spec);
        return probes.orElseThrow(() -> new AgentException(ErrorCode.UNSUPPORTED, "no probes"));
    }
}
