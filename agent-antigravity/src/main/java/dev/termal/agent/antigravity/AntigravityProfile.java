package dev.termal.agent.antigravity;

import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;
import dev.termal.api.Diagnostics;
import dev.termal.api.Diagnostics.Check;
import dev.termal.api.Diagnostics.Outcome;
import dev.termal.api.EngineId;
import dev.termal.api.Fact;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.ExecutableSearch;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.InstallPlan;
import dev.termal.api.spi.Setting;
import dev.termal.api.spi.SignInPlan;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is known of Google Antigravity, from reports of its ACP server of 2026-08; never run by its authors. */
final class AntigravityProfile implements AgentProfile {
    static final AgentId ID = new AgentId("antigravity");
    static final String EXECUTABLE = "executable";
    static final String ARGUMENTS = "extraArguments";
    static final String ACP_EXECUTABLE = "acpExecutable";
    static final String ACP_ARGUMENTS = "acpArguments";
    static final String REGISTRY = "registry";
    static final String SERVER_FILE = "serverFile";
    static final String SHARED = "shared";
    static final String INSTALL =
            "Run termal install antigravity, or unpack the archive that the ACP registry names for antigravity-acp into"
                    + " ~/.local/opt/agy-acp/<build>, keep its files together, and link ~/.local/opt/agy-acp/current to it";

    /** The CLI comes first until the ACP server has shown live what it is relied on for. */
    private static final List<EngineBinding> BINDINGS =
            List.of(new AntigravityStreamJson(OpenFacts.ASSUMED), new AntigravityAcp(OpenFacts.ASSUMED));

    private static final Map<String, String> POLICIES =
            Map.of("1", "auto", "true", "auto", "on", "auto", "0", "ask", "false", "ask", "off", "ask");

    private static final List<Setting> SETTINGS = List.of(
            Setting.choice(
                            "engine",
                            BINDINGS.stream()
                                    .map(binding -> binding.engine().value())
                                    .toList(),
                            "stream-json drives the agy CLI, acp the ACP server, which is another program.")
                    .withEnvironment("AGY_ENGINE"),
            Setting.of(EXECUTABLE, Setting.Type.PATH, "The agy CLI, where the one on PATH is not meant.")
                    .withEnvironment("AGY_BIN"),
            Setting.text(ARGUMENTS, "More arguments for the agy CLI, apart by spaces.")
                    .withEnvironment("AGY_EXTRA_ARGS"),
            Setting.choice(
                    SERVER_FILE,
                    List.of("private", SHARED),
                    "Where the agy CLI is told of MCP servers: in a private folder of its process, which is so unless said,"
                            + " or in ~/.gemini/config/mcp_config.json, in entries that go with it."),
            Setting.of(ACP_EXECUTABLE, Setting.Type.PATH, "The ACP server, where the one on PATH is not meant.")
                    .withEnvironment("AGY_ACP_BIN"),
            Setting.text(REGISTRY, "The registry's document on the ACP server, which termal install --newest reads.")
                    .withDefault(AcpServer.REGISTRY),
            Setting.of(
                    ACP_ARGUMENTS,
                    Setting.Type.LIST,
                    "Arguments for the ACP server; the registry gives --uid= on Linux, it runs without."),
            Setting.choice(
                            "permissions",
                            List.of("ask", "auto", "read-only", "deny"),
                            "How requests are answered; the CLI cannot ask, so there it becomes flags.")
                    .withEnvironment("AGY_SKIP_PERMISSIONS", "AGY_ACP_PERMISSIONS")
                    .withWords(POLICIES),
            Setting.text(
                            "model",
                            "The model: a name such as gemini-3.7-flash, or for short flash, pro, gemini, opus, gpt-oss.")
                    .withEnvironment("AGY_DEFAULT_MODEL"),
            Setting.text(
                            "effort",
                            "How much a model of Gemini thinks: low, medium or high, and what others call these.")
                    .withEnvironment("AGY_DEFAULT_THINKING"),
            Setting.choice(
                            "mode",
                            AntigravityMode.ALL,
                            "accept-edits edits without asking; plan changes nothing, and only the CLI has it.")
                    .withEnvironment("AGY_MODE"),
            Setting.of("timeout", Setting.Type.DURATION, "How long a turn may take.")
                    .withDefault("10m"));

    @Override
    public AgentId id() {
        return ID;
    }

    @Override
    public String displayName() {
        return "Antigravity";
    }

    @Override
    public String badge() {
        return "AG";
    }

    @Override
    public List<EngineBinding> bindings() {
        return BINDINGS;
    }

    /** Only the CLI can plan without doing. */
    @Override
    public Optional<EngineId> onlyEngineFor(String mode) {
        return Optional.of(BINDINGS.get(0).engine()).filter(cli -> mode.equals(AntigravityMode.PLAN));
    }

    @Override
    public List<Setting> settings() {
        return SETTINGS;
    }

    @Override
    public AuthStatus authStatus(HostEnvironment environment) {
        return byServer(environment)
                ? new ServerHome(environment).authStatus()
                : AuthStatus.unknown("the agy CLI keeps its sign-in to itself; run agy once to sign in");
    }

    private static boolean byServer(HostEnvironment environment) {
        return environment.setting(ID, "engine").filter("acp"::equals).isPresent();
    }

    /** The CLI signs in by itself at its first start; the server is signed in to over a connection. */
    @Override
    public Optional<SignInPlan> signIn(HostEnvironment environment) {
        return AgyCli.search(environment)
                .find()
                .filter(path -> !byServer(environment))
                .map(path -> new SignInPlan(
                        List.of(path.toString()), Map.of(), List.of(), Optional.empty(), Duration.ofMinutes(10)));
    }

    @Override
    public Optional<InstallPlan> installPlan(HostEnvironment environment) {
        return Optional.of(AcpServer.installPlan(environment));
    }

    /** Both programs are looked for; the one that the chosen engine does not need may be missing. */
    @Override
    public Diagnostics diagnose(HostEnvironment environment) throws InterruptedException {
        boolean server = byServer(environment);
        List<Check> checks = new ArrayList<>();
        List<Fact> facts = new ArrayList<>();
        ExecutableSearch cli = AgyCli.search(environment);
        ExecutableSearch acp = AcpServer.search(environment);
        checks.add(server ? optional("executable", cli, "stream-json") : wanted("executable", cli, AgyCli.INSTALL));
        checks.add(server ? wanted("acpServer", acp, INSTALL) : optional("acpServer", acp, "acp"));
        (server ? acp : cli).source().ifPresent(rule -> facts.add(Fact.of("executableSource", "Found by", rule)));
        acp.find()
                .ifPresent(
                        path -> facts.add(Fact.of("agentVersion", "Build of the ACP server", AcpServer.build(path))));
        facts.add(Fact.of(
                "settingsFile",
                "Settings of the ACP server",
                new ServerHome(environment).settings().toString()));
        if (cli.find().isPresent()) {
            AntigravityModels.Listed models = AntigravityModels.list(environment);
            facts.add(new Fact("modelsFallback", "Models are those built in", new Fact.Value.Flag(models.fallback())));
            facts.add(new Fact(
                    "models",
                    "Models",
                    new Fact.Value.Numeric(BigDecimal.valueOf(models.models().size()))));
        }
        return new Diagnostics(checks, facts);
    }

    private static Check wanted(String name, ExecutableSearch search, String hint) {
        return search.find()
                .map(path -> new Check(name, Outcome.OK, path.toString(), ""))
                .orElseGet(() ->
                        new Check(name, Outcome.FAILURE, "not found: " + String.join("; ", search.tried()), hint));
    }

    /** A program that only another engine needs. */
    private static Check optional(String name, ExecutableSearch search, String engine) {
        return new Check(
                name,
                Outcome.OK,
                search.find().map(Path::toString).orElse("not needed; the engine " + engine + " would use it"),
                "");
    }

    @Override
    public String signInInstructions() {
        return SignInRecipes.ALL;
    }

    @Override
    public String installInstructions() {
        return AgyCli.INSTALL;
    }

    @Override
    public List<String> quirks() {
        return List.of(
                "The ACP server is a program of its own of about 1.5 GB, not the agy CLI, and has a sign-in of its own.",
                "Its two files must stay side by side.",
                "It ignores the first signal for seconds, and now and then hangs before its first answer.",
                "A sign-in over the protocol replaces the method in its settings, so TermAl sends none unasked.",
                "Its settings are read at its start only.",
                "Some builds never end a turn that they answered; the idle deadline does.",
                "A prompt that begins with /plan or /logout is a command of the server.",
                "It tells no token counts.");
    }
}
