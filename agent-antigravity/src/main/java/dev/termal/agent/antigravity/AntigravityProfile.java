package dev.termal.agent.antigravity;

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
import java.util.ArrayList;
import java.util.List;

/** What is known of Google Antigravity, from reports of its ACP server of 2026-08; never run by its authors. */
final class AntigravityProfile implements AgentProfile {
    static final AgentId ID = new AgentId("antigravity");
    static final String ACP_EXECUTABLE = "acpExecutable";
    static final String ACP_ARGUMENTS = "acpArguments";
    static final String INSTALL = "Unpack the archive that the ACP registry names for antigravity-acp into"
            + " ~/.local/opt/agy-acp/<build>, keep its files together, and link ~/.local/opt/agy-acp/current to it";

    private static final List<EngineBinding> BINDINGS = List.of(new AntigravityAcp());

    private static final List<Setting> SETTINGS = List.of(
            Setting.of(ACP_EXECUTABLE, Setting.Type.PATH, "The ACP server, where the one on PATH is not meant.")
                    .withEnvironment("AGY_ACP_BIN"),
            Setting.of(
                    ACP_ARGUMENTS,
                    Setting.Type.LIST,
                    "Arguments for the ACP server; the registry gives --uid= on Linux, it runs without."),
            Setting.text("model", "The model, with its effort in the name, such as gemini-3.7-flash-high."),
            Setting.choice(
                    "mode",
                    List.of("default", "auto_edit", "yolo"),
                    "How the agent itself approves tools: default asks, auto_edit edits without asking, yolo asks nothing."),
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

    @Override
    public List<Setting> settings() {
        return SETTINGS;
    }

    @Override
    public AuthStatus authStatus(HostEnvironment environment) {
        return new ServerHome(environment).authStatus();
    }

    @Override
    public Diagnostics diagnose(HostEnvironment environment) {
        List<Check> checks = new ArrayList<>();
        List<Fact> facts = new ArrayList<>();
        ExecutableSearch search = AcpServer.search(environment);
        search.find()
                .ifPresentOrElse(
                        path -> {
                            checks.add(new Check("executable", Outcome.OK, path.toString(), ""));
                            facts.add(Fact.of("agentVersion", "Build", AcpServer.build(path)));
                        },
                        () -> checks.add(new Check(
                                "executable",
                                Outcome.FAILURE,
                                "not found: " + String.join("; ", search.tried()),
                                INSTALL)));
        facts.add(Fact.of(
                "settingsFile",
                "Settings",
                new ServerHome(environment).settings().toString()));
        return new Diagnostics(checks, facts);
    }

    @Override
    public String signInInstructions() {
        return SignInRecipes.ALL;
    }

    @Override
    public String installInstructions() {
        return INSTALL;
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
