package dev.termal.host.cli;

import dev.termal.api.SessionInfo;
import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.document.SessionsJson;
import dev.termal.host.event.StoredSession;
import dev.termal.host.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code termal sessions list}. */
@Command(
        name = "list",
        description = "Shows the sessions, the latest first.",
        footer = {
            "",
            "STATE: running and open are in use by a process; interrupted: its process ended amid a turn, which is",
            "closed when the session is next opened.",
            "",
            "Exit codes: 0 shown, 2 usage error or the sessions cannot be read; with --remote as of 'run'."
        })
final class SessionsListCommand extends StoredSessionsCommand {
    private static final int MAX = 100_000;

    @Mixin
    private AgentOption agent = new AgentOption();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(names = "--here", description = "Only those of this folder.")
    private boolean here;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "50",
            description = "How many at most. Default: ${DEFAULT-VALUE}.")
    private int limit = 50;

    @Option(names = "--remote", description = "Those that the agent (-a) keeps by itself; may start it.")
    private boolean remote;

    @Option(names = "--names", hidden = true)
    private boolean names;

    SessionsListCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return format.format();
    }

    @Override
    int run(Termal host, StoredSessions sessions) throws InterruptedException {
        if (limit < 1 || limit > MAX) {
            throw new UsageError("-n (--limit) takes a number from 1 to " + MAX);
        }
        if (remote) {
            print(sessions.ofAgent(agent.spec(shell().cwd())));
            return ExitCode.OK;
        }
        Optional<Path> folder = here ? Optional.of(real(shell().cwd())) : Optional.empty();
        List<StoredSession> listed = sessions.list().stream()
                .filter(session -> folder.isEmpty() || session.cwd().equals(folder.get()))
                .filter(session -> agent.agent().isEmpty()
                        || session.agent().value().equals(agent.agent().get()))
                .limit(limit)
                .toList();
        if (names) {
            listed.stream()
                    .flatMap(session -> session.name().stream())
                    .filter(name -> name.matches("[\\w.@:+-]+")) // others a shell would take apart
                    .forEach(shell()::print);
        } else if (format.json()) {
            shell().print(Json.pretty(SessionsJson.list(listed)));
        } else if (listed.isEmpty()) {
            shell().print("No session is kept" + (here ? " of this folder." : " yet."));
        } else {
            shell().print(table(listed));
        }
        return ExitCode.OK;
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException notThere) {
            return folder;
        }
    }

    private String table(List<StoredSession> sessions) {
        Table table = new Table(shell().outLook(), "SESSION", "AGENT", "STATE", "TURNS", "UPDATED", "TITLE");
        sessions.forEach(session -> table.row(
                session.label(),
                session.agent().value(),
                session.state().name().toLowerCase(Locale.ROOT),
                String.valueOf(session.turns()),
                time(session.updated()),
                session.title()));
        return table.toString();
    }

    private void print(List<SessionInfo> sessions) {
        if (format.json()) {
            shell().print(Json.pretty(SessionsJson.ofAgent(sessions)));
        } else if (sessions.isEmpty()) {
            shell().print("The agent lists no session.");
        } else {
            Table table = new Table(shell().outLook(), "ID", "UPDATED", "FOLDER", "TITLE");
            sessions.forEach(session -> table.row(
                    session.id().value(),
                    session.updatedAt().map(StoredSessionsCommand::time).orElse(""),
                    session.cwd().toString(),
                    session.title().orElse("")));
            shell().print(table.toString());
        }
    }
}
