package dev.termal.agent.gemini;

import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;
import dev.termal.api.Diagnostics;
import dev.termal.api.Diagnostics.Check;
import dev.termal.api.Diagnostics.Outcome;
import dev.termal.api.Fact;
import dev.termal.api.SessionInfo;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.ExecutableSearch;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.Setting;
import dev.termal.api.spi.SignInPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is known of the Gemini CLI ({@code @google/gemini-cli}); checked against 0.61.0. */
final class GeminiProfile implements AgentProfile {
    static final String INSTALL = "Install it with: npm install -g @google/gemini-cli (Node 20 or newer)";

    private static final List<EngineBinding> BINDINGS = List.of(new GeminiAcp(), new GeminiStreamJson());

    static ExecutableSearch search(HostEnvironment environment) {
        return ExecutableSearch.of(GeminiSettings.ID, environment)
                .setting(GeminiSettings.EXECUTABLE)
                .name("gemini");
    }

    @Override
    public AgentId id() {
        return GeminiSettings.ID;
    }

    @Override
    public String displayName() {
        return "Gemini CLI";
    }

    @Override
    public String badge() {
        return "GM";
    }

    @Override
    public List<EngineBinding> bindings() {
        return BINDINGS;
    }

    @Override
    public List<Setting> settings() {
        return GeminiSettings.ALL;
    }

    @Override
    public AuthStatus authStatus(HostEnvironment environment) {
        return new GeminiSignIn(environment, new GeminiHome(environment)).status();
    }

    @Override
    public Diagnostics diagnose(HostEnvironment environment) {
        List<Check> checks = new ArrayList<>();
        List<Fact> facts = new ArrayList<>();
        ExecutableSearch search = search(environment);
        Optional<Path> executable = search.find();
        if (executable.isPresent()) {
            checks.add(new Check("executable", Outcome.OK, executable.get().toString(), ""));
            facts.add(Fact.of(
                    "agentVersion",
                    "Version",
                    GeminiVersion.of(executable.get()).orElse("unknown")));
        } else {
            checks.add(new Check(
                    "executable", Outcome.FAILURE, "not found: " + String.join("; ", search.tried()), INSTALL));
        }
        String sandbox = GeminiSettings.sandbox(environment);
        if (!sandbox.isEmpty() && !sandbox.equals("false")) {
            checks.add(new Check(
                    "sandbox",
                    Outcome.WARNING,
                    "sandbox = " + sandbox,
                    "Over ACP some versions read all input before they start the sandbox, and never answer."));
        }
        GeminiHome home = new GeminiHome(environment);
        facts.add(Fact.of("settingsFile", "Settings", home.userSettings().toString()));
        facts.add(GeminiInstructions.fact(home, Path.of("").toAbsolutePath()));
        return new Diagnostics(checks, facts);
    }

    @Override
    public String signInInstructions() {
        return GeminiSignIn.INSTRUCTIONS;
    }

    @Override
    public Optional<SignInPlan> signIn(HostEnvironment environment) {
        return search(environment)
                .find()
                .map(executable -> new SignInPlan(
                        List.of(executable.toString()), Map.of(), List.of(), Optional.empty(), Duration.ofMinutes(10)));
    }

    @Override
    public String installInstructions() {
        return INSTALL;
    }

    @Override
    public List<String> quirks() {
        return List.of(
                "A permission request stands for the announcement of the tool; a refused tool gets no further word.",
                "Commands that it takes for harmless, such as ls or echo, run without a question.",
                "The output of a shell command is told to the model only.",
                "A change of mode is told as text ([MODE_UPDATE] yolo); TermAl reads it as the change it is.",
                "In a folder that is not trusted the modes autoEdit and yolo are refused; trustWorkspace trusts it.",
                "A session loaded in the clock minute in which it was created or last loaded is lost, so TermAl waits for the next.",
                "History is repeated after the answer to session/load, with the CLI's own context in it.",
                "A second prompt cancels the first.",
                "A prompt that begins with / or $ is a command of the CLI where it knows the word.",
                "Errors carry the HTTP status of the model's API; 429 and 5xx are retried for minutes without a word.",
                "Without a terminal (stream-json) it cannot ask: tools that need an approval are taken from the model.",
                "Without a terminal it tells no thoughts, and an API's status as the last eight bits of its exit code.",
                "Session files do not survive a change of folder: a session belongs to the folder it began in.");
    }

    @Override
    public Set<String> nestingMarkers() {
        return Set.of("GEMINI_CLI", "GEMINI_PTY_INFO");
    }

    @Override
    public List<SessionInfo> storedSessions(Path cwd, HostEnvironment environment) {
        return new GeminiSessions(new GeminiHome(environment)).of(cwd);
    }
}
