package dev.termal.agent.antigravity;

import dev.termal.agent.antigravity.OpenFacts.Servers;
import dev.termal.api.AgentException;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.DialectFactory;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Antigravity's CLI without a terminal: one process for a session, which takes prompts by lines and cannot ask. The
 * permission policy is a matter of flags, fixed at launch.
 */
final class AntigravityStreamJson implements EngineBinding {
    private static final String SKIP = "--dangerously-skip-permissions";

    /** Longer prompts are no argument: systems bound one argument, some at 128 KiB. */
    private static final int MAX_ARGUMENT_BYTES = 100 * 1024;

    /** What may follow a flag without being taken for one. */
    private static final Pattern CONVERSATION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,127}");

    private final OpenFacts facts;

    AntigravityStreamJson(OpenFacts facts) {
        this.facts = facts;
    }

    @Override
    public EngineId engine() {
        return new EngineId("stream-json");
    }

    @Override
    public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
        Path executable = AgyCli.search(environment).orThrow(AgyCli.INSTALL);
        SessionRequest session = request.session();
        LaunchSpec.Builder launch = LaunchSpec.builder(executable, session.cwd());
        launch.args("--add-dir", session.cwd().toString());
        session.additionalDirectories().forEach(folder -> launch.args("--add-dir", folder.toString()));
        AntigravityServers.lend(session.mcpServers(), servers(environment), environment, launch);
        launch.args(words(environment));
        launch.args(Slugs.arguments(session.model(), session.effort()));
        AntigravityMode.flag(session).ifPresent(mode -> launch.args("--mode", mode));
        if (session.permissions() == PermissionPolicy.AUTO) {
            launch.args(SKIP);
        }
        session.resume().ifPresent(id -> launch.args("--conversation", conversation(id.value())));
        if (request instanceof LaunchRequest.ForTurn turn) {
            oneTurn(turn.prompt().text(), launch);
        } else {
            launch.args("--input-format", "stream-json", "--output-format", "stream-json", "--disable-slash-commands");
        }
        return Optional.of(launch.build());
    }

    private Servers servers(HostEnvironment environment) {
        return environment
                .setting(AntigravityProfile.ID, AntigravityProfile.SERVER_FILE)
                .map(word -> word.equals(AntigravityProfile.SHARED) ? Servers.SHARED_FILE : Servers.ADDED_FOLDER)
                .orElse(facts.servers());
    }

    /** Where it is to be denied, and where a person would have to be asked, the CLI denies by itself. */
    @Override
    public List<String> policyArguments(SessionRequest session) {
        return switch (session.permissions()) {
            case AUTO -> List.of(SKIP);
            case READ_ONLY -> List.of("--mode", AntigravityMode.PLAN);
            case ASK, DENY -> List.of();
        };
    }

    /** The prompt comes last: its flag takes whatever stands next. The turn's time is the host's matter. */
    private static void oneTurn(String prompt, LaunchSpec.Builder launch) {
        if (prompt.getBytes(StandardCharsets.UTF_8).length > MAX_ARGUMENT_BYTES || prompt.indexOf('\0') >= 0) {
            throw new AgentException(
                    ErrorCode.UNSUPPORTED,
                    "The prompt is too long for an argument of the Antigravity CLI: let its process live for the session"
                            + " (agents.antigravity.options.process = per-session).");
        }
        launch.args("--output-format", "stream-json", "--print-timeout", "24h", "-p", prompt)
                .stdin("")
                .ignoresEndOfInput();
    }

    private static List<String> words(HostEnvironment environment) {
        List<String> words = new ArrayList<>();
        environment
                .setting(AntigravityProfile.ID, AntigravityProfile.ARGUMENTS)
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> words.addAll(List.of(text.split("\\s+"))));
        return words;
    }

    static String conversation(String id) {
        if (!CONVERSATION.matcher(id).matches()) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    "Not the id of a conversation of Antigravity: \"" + id
                            + "\"; one is of letters, digits and hyphens, begins with a letter or digit, and has at most 128.");
        }
        return id;
    }

    @Override
    public Map<String, String> options() {
        return Map.of(
                "process", "per-session",
                "resends", "cumulative",
                "features", "resume,usage,thoughts,diffs,modes,folders,mcp-stdio,mcp-http");
    }

    @Override
    public List<ModelInfo> models(HostEnvironment environment) throws InterruptedException {
        return AntigravityModels.list(environment).models();
    }

    @Override
    public Optional<Boolean> hasModel(String name, HostEnvironment environment) throws InterruptedException {
        return AntigravityModels.has(name, environment);
    }

    @Override
    public Optional<DialectFactory> dialect() {
        return Optional.of(request ->
                new AntigravityDialect(request.session().resume(), facts.tokens(), AntigravityToolCalls.ofProcess()));
    }
}
