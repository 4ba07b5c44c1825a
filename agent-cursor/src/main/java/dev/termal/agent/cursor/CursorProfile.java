package dev.termal.agent.cursor;

import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;
import dev.termal.api.Diagnostics;
import dev.termal.api.Diagnostics.Check;
import dev.termal.api.Diagnostics.Outcome;
import dev.termal.api.Fact;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.ExecutableSearch;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.Setting;
import dev.termal.api.spi.SignInPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is known of the Cursor CLI, from reports of builds of 2026; never run by its authors. */
final class CursorProfile implements AgentProfile {
    static final AgentId ID = new AgentId("cursor");
    static final String EXECUTABLE = "executable";
    static final String INSTALL = "Install it with: curl https://cursor.com/install -fsS | bash";

    private static final String SANDBOX = "sandbox";
    private static final String TRUST_WORKSPACE = "trustWorkspace";
    private static final String APPROVE_MCPS = "approveMcps";

    private static final List<Setting> SETTINGS = List.of(
            Setting.of(EXECUTABLE, Setting.Type.PATH, "The Cursor CLI, where the one on PATH is not meant.")
                    .withEnvironment("TERMAL_CURSOR_EXECUTABLE"),
            Setting.text(
                    "model",
                    "The model: a name of the protocol with its parameters in brackets, or a slug of the command line."),
            Setting.choice(
                    "mode",
                    List.of("agent", "plan", "ask"),
                    "How the agent works: agent does, plan plans, ask answers. Approvals are another matter."),
            Setting.choice(SANDBOX, List.of("enabled", "disabled"), "Whether the CLI runs commands in its sandbox."),
            Setting.of(TRUST_WORKSPACE, Setting.Type.BOOLEAN, "Trusts the folder without a question.")
                    .withDefault("false"),
            Setting.of(APPROVE_MCPS, Setting.Type.BOOLEAN, "Approves the MCP servers of the CLI's own configuration.")
                    .withDefault("false"));

    /** The flags that the settings become. */
    static List<String> arguments(HostEnvironment environment) {
        List<String> arguments = new ArrayList<>();
        environment.setting(ID, SANDBOX).ifPresent(value -> arguments.addAll(List.of("--sandbox", value)));
        if (isOn(environment, TRUST_WORKSPACE)) {
            arguments.add("--trust");
        }
        if (isOn(environment, APPROVE_MCPS)) {
            arguments.add("--approve-mcps");
        }
        return arguments;
    }

    private static boolean isOn(HostEnvironment environment, String key) {
        return environment.setting(ID, key).filter("true"::equals).isPresent();
    }

    @Override
    public AgentId id() {
        return ID;
    }

    @Override
    public String displayName() {
        return "Cursor";
    }

    @Override
    public String badge() {
        return "CR";
    }

    @Override
    public List<EngineBinding> bindings() {
        return List.of(new CursorAcp(), new CursorStreamJson());
    }

    @Override
    public List<Setting> settings() {
        return SETTINGS;
    }

    @Override
    public AuthStatus authStatus(HostEnvironment environment) {
        return new CursorHome(environment).authStatus();
    }

    @Override
    public Diagnostics diagnose(HostEnvironment environment) {
        List<Check> checks = new ArrayList<>();
        ExecutableSearch search = CursorExecutable.search(environment);
        checks.add(search.find()
                .map(path -> new Check("executable", Outcome.OK, path.toString(), ""))
                .orElseGet(() -> new Check(
                        "executable", Outcome.FAILURE, "not found: " + String.join("; ", search.tried()), INSTALL)));
        CursorHome home = new CursorHome(environment);
        List<Fact> facts = new ArrayList<>();
        home.approvalMode().ifPresent(mode -> {
            facts.add(Fact.of("approvalMode", "Cursor's own approval mode", mode));
            if (mode.equals("unrestricted")) {
                checks.add(new Check(
                        "approvalMode",
                        Outcome.WARNING,
                        "Cursor's own configuration approves every tool, so no permission is ever asked",
                        "Set approvalMode to allowlist in " + home.configFile()));
            }
        });
        return new Diagnostics(checks, facts);
    }

    @Override
    public String signInInstructions() {
        return CursorHome.SIGN_IN;
    }

    @Override
    public Optional<SignInPlan> signIn(HostEnvironment environment) {
        return CursorExecutable.search(environment)
                .find()
                .map(path -> new SignInPlan(
                        List.of(path.toString(), "login"),
                        Map.of(),
                        List.of(),
                        Optional.empty(),
                        Duration.ofMinutes(10)));
    }

    @Override
    public String installInstructions() {
        return INSTALL;
    }

    @Override
    public List<String> quirks() {
        return List.of(
                "Its modes (agent, plan, ask) are no approvals; what asks is set in Cursor's own cli-config.json.",
                "Reads and edits are not asked for; commands and fetches are, unless Cursor's own configuration allows all.",
                "Its allow-always is written into Cursor's own allowlist.",
                "Plan mode keeps it from editing, not from running commands.",
                "A refused tool is reported as completed, without output.",
                "Signed out it answers no sign-in request; TermAl sends none.",
                "Models have other names over the protocol than on the command line.",
                "An account's missing model shows as a message, not as an error.",
                "It does not end when its input does; TermAl ends the process.",
                "A cancelled prompt may be missing from what the model remembers.",
                "It tells no token counts over ACP.",
                "Without a terminal (stream-json) it refuses by itself what needs an approval, and says that all went well.",
                "A conversation over ACP and one without a terminal are apart: neither knows the other's ids.");
    }

    @Override
    public Set<String> nestingMarkers() {
        return Set.of("CURSOR_AGENT", "CURSOR_TRACE_ID");
    }
}
