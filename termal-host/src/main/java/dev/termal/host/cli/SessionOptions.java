package dev.termal.host.cli;

import dev.termal.api.AgentException;
import dev.termal.api.McpServer;
import dev.termal.api.PermissionPolicy;
import dev.termal.host.SessionSpec;
import dev.termal.host.config.McpServers;
import dev.termal.host.event.OnLost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of commands that open a session, in groups for the help. */
final class SessionOptions {
    @ArgGroup(validate = false, heading = "%nWhich agent, and how:%n", order = 1)
    private AgentGroup agent = new AgentGroup();

    @ArgGroup(validate = false, heading = "%nWhich conversation (a new one unless said):%n", order = 2)
    private SessionGroup session = new SessionGroup();

    @ArgGroup(validate = false, heading = "%nWhat it works with:%n", order = 4)
    private PlaceGroup place = new PlaceGroup();

    @ArgGroup(validate = false, heading = "%nWhat it may do:%n", order = 5)
    private PermissionGroup permission = new PermissionGroup();

    @ArgGroup(validate = false, heading = "%nHow long it may take (D is 500ms, 5s, 10m, 1h30m):%n", order = 6)
    private TimeGroup time = new TimeGroup();

    private static final class AgentGroup {
        @Option(
                names = {"-a", "--agent"},
                paramLabel = "AGENT",
                completionCandidates = Asked.Agents.class,
                description = "The agent; 'termal agents' shows them.")
        private Optional<String> name = Optional.empty();

        @Option(
                names = "--agent-cmd",
                paramLabel = "JSON-ARGV",
                converter = Converters.Argv.class,
                description = "A command that is the agent, as a JSON array: '[\"my-agent\", \"--stdio\"]'.")
        private Optional<Converters.Command> command = Optional.empty();

        @Option(
                names = {"-e", "--engine"},
                paramLabel = "ENGINE",
                completionCandidates = Asked.Engines.class,
                description = "The way of talking to it; 'termal engines' shows them.")
        private Optional<String> engine = Optional.empty();

        @Option(
                names = {"-m", "--model"},
                paramLabel = "M",
                completionCandidates = Asked.Models.class,
                description = "The model.")
        private Optional<String> model = Optional.empty();

        @Option(names = "--mode", paramLabel = "M", description = "The agent's mode, such as plan.")
        private Optional<String> mode = Optional.empty();

        @Option(names = "--effort", paramLabel = "E", description = "How much the model shall think.")
        private Optional<String> effort = Optional.empty();

        @Option(names = "--option", paramLabel = "id=value", description = "A further option of the agent's session.")
        private Map<String, String> options = new LinkedHashMap<>();
    }

    private static final class SessionGroup {
        @Option(
                names = {"-s", "--session"},
                paramLabel = "NAME",
                completionCandidates = Asked.Sessions.class,
                description = "The session of this name, or a new one that gets it; also by its key.")
        private Optional<String> name = Optional.empty();

        @Option(names = "--continue", description = "The latest session of this folder.")
        private boolean latest;

        @Option(names = "--new", description = "A new session; with -s one whose name is not taken.")
        private boolean fresh;

        @Option(
                names = "--on-lost",
                paramLabel = "WHAT",
                converter = Choices.Lost.class,
                completionCandidates = Choices.Lost.class,
                description = {
                    "${COMPLETION-CANDIDATES}. Where the agent does not know the session any more:",
                    "fail (default), or new: begin another conversation in it."
                })
        private OnLost onLost = OnLost.FAIL;

        @Option(names = "--no-wait", description = "Fail where another process has the session open.")
        private boolean impatient;
    }

    private static final class PlaceGroup {
        @Option(
                names = "--mcp-config",
                paramLabel = "F",
                description = "Further MCP servers, in a file {\"mcpServers\": {...}}.")
        private Optional<Path> mcpConfig = Optional.empty();

        @Option(names = "--cwd", paramLabel = "DIR", description = "The folder to work in. Default: this one.")
        private Optional<Path> cwd = Optional.empty();
    }

    private static final class PermissionGroup {
        @Option(
                names = "--permissions",
                paramLabel = "POLICY",
                converter = Choices.Policy.class,
                completionCandidates = Choices.Policy.class,
                description = {
                    "${COMPLETION-CANDIDATES}.",
                    "ask: you decide at the terminal; where nobody can be asked, it is denied.",
                    "auto: all is allowed. read-only: reading, searching and thinking are.",
                    "deny: whatever is asked for is refused. What an agent does without asking, no policy stops."
                })
        private Optional<PermissionPolicy> policy = Optional.empty();

        @Option(
                names = "--answers",
                paramLabel = "FILE",
                description = {
                    "Answers to the agent's questions, as a JSON list (docs/answers.md):",
                    "[{\"match\": {\"title\": \"Deploy\"}, \"answer\": {\"target\": \"staging\"}}]."
                })
        private Optional<Path> answers = Optional.empty();
    }

    private static final class TimeGroup {
        @Option(
                names = "--timeout",
                paramLabel = "D",
                converter = Converters.Length.class,
                description = {
                    "The whole turn, the start of the agent included. Default: as the agent's settings say, else no limit.",
                    "Then the turn is cancelled; an agent that does not stop is ended 10 s later."
                })
        private Optional<Duration> overall = Optional.empty();

        @Option(
                names = "--idle-timeout",
                paramLabel = "D",
                converter = Converters.Length.class,
                description = "Without a word from the agent. Default: 5m, 30m while a tool runs.")
        private Optional<Duration> idle = Optional.empty();
    }

    /** Whether it is said which agent, if only by a session. */
    boolean namesAgent() {
        return agent.name.isPresent() || agent.command.isPresent() || session.latest || session.name.isPresent();
    }

    /** The name or key that was given. */
    Optional<String> name() {
        return session.name;
    }

    /** What is wanted of a session, whichever that is; files that are named are read. */
    SessionSpec.Builder spec(Shell shell, boolean attended) {
        if (agent.name.isPresent() && agent.command.isPresent()) {
            throw new UsageError("give --agent or --agent-cmd, not both");
        }
        SessionSpec.Builder spec = SessionSpec.builder(cwd(shell)).attended(attended);
        agent.name.ifPresent(spec::agent);
        agent.command.map(Converters.Command::argv).ifPresent(spec::command);
        agent.engine.ifPresent(spec::engine);
        agent.model.ifPresent(spec::model);
        agent.mode.ifPresent(spec::mode);
        agent.effort.ifPresent(spec::effort);
        agent.options.forEach(spec::option);
        permission.policy.ifPresent(spec::permissions);
        permission
                .answers
                .map(file -> AnswersFile.read(shell.cwd().resolve(file)))
                .ifPresent(answers -> answers.forEach(spec::answer));
        place.mcpConfig
                .map(file -> servers(shell.cwd().resolve(file), shell))
                .ifPresent(servers -> servers.forEach(spec::mcpServer));
        time.overall.ifPresent(spec::timeout);
        time.idle.ifPresent(spec::idleTimeout);
        return spec;
    }

    private static List<McpServer> servers(Path file, Shell shell) {
        try {
            return McpServers.readFile(file, shell.environment());
        } catch (AgentException wrong) {
            throw new UsageError("--mcp-config " + wrong.getMessage(), wrong);
        }
    }

    /** Says which session it shall be. */
    SessionSpec.Builder choose(SessionSpec.Builder spec) {
        if (session.latest && session.name.isPresent()) {
            throw new UsageError("give -s NAME or --continue, not both");
        }
        if (session.latest && session.fresh) {
            throw new UsageError("give --continue or --new, not both");
        }
        session.name.ifPresent(spec::session);
        spec.latest(session.latest).fresh(session.fresh).onLost(session.onLost).patient(!session.impatient);
        return spec;
    }

    private Path cwd(Shell shell) {
        Path folder = place.cwd.map(shell.cwd()::resolve).orElse(shell.cwd()).normalize();
        if (!Files.isDirectory(folder)) {
            throw new UsageError("--cwd " + folder + ": no such folder");
        }
        return folder;
    }
}
