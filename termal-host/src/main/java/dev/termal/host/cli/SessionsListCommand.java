package dev.termal.host.cli;

import dev.termal.api.SessionInfo;
import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.document.SessionsJson;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.StoredSession;
import dev.termal.host.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
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
            "STATE: running and open are in use by a process; otherwise how the last turn came out, interrupted where the",
            "process ended amid it. On a terminal lines end at its edge; -o json has all.",
            "",
            "Exit codes: 0 shown, 2 usage error or the sessions cannot be read, 4 no such agent; with --remote as of 'run'."
        })
final class SessionsListCommand extends StoredSessionsCommand {
    private static final int MAX = 100_000;
    private static final int MAX_FOLDER = 32;
    private static final String NO_WRAP = "\u001B[?7l";
    private static final String WRAP = "\u001B[?7h";

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

    SessionsListCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return format.format();
    }

    @Override
    int run(Termal host, StoredSessions sessions) throws InterruptedException {
        UsageError.unlessWithin("-n (--limit)", limit, 1, MAX);
        if (remote) {
            print(sessions.ofAgent(agent.spec(shell().cwd())));
            return ExitCode.OK;
        }
        Optional<Path> folder = Optional.of(shell().cwd()).filter(cwd -> here);
        List<StoredSession> listed = sessions.list(folder, agent.agent(), limit);
        if (listed.isEmpty()) {
            agent.agent().ifPresent(sessions::requireAgent);
        }
        if (format.json()) {
            shell().print(Json.pretty(SessionsJson.list(listed)));
        } else if (listed.isEmpty()) {
            shell().print("No session is kept"
                    + agent.agent().map(name -> " of " + name).orElse("")
                    + (here ? " in this folder." : " yet."));
        } else {
            boolean edge = shell().outLook().rewrites();
            shell().print(edge ? NO_WRAP + table(listed) + WRAP : table(listed));
        }
        return ExitCode.OK;
    }

    private String table(List<StoredSession> sessions) {
        List<String> heads = List.of("SESSION", "AGENT", "STATE", "TURNS", "UPDATED", "FOLDER", "TITLE");
        Table table = new Table(shell().outLook(), without(here, heads));
        sessions.forEach(session -> table.row(without(
                here,
                List.of(
                        session.label(),
                        session.agent().value(),
                        state(session),
                        String.valueOf(session.turns()),
                        time(session.updated()),
                        end(session.cwd().toString()),
                        session.title()))));
        return table.toString();
    }

    /** The cells; without the folder where all have the same. */
    private static String[] without(boolean folder, List<String> cells) {
        List<String> some = new ArrayList<>(cells);
        if (folder) {
            some.remove(cells.size() - 2);
        }
        return some.toArray(String[]::new);
    }

    private static String state(StoredSession session) {
        return session.lastOutcome()
                .filter(outcome -> session.state() == StoredSession.State.IDLE)
                .map(Outcome::word)
                .orElse(session.state().name().toLowerCase(Locale.ROOT));
    }

    /** The end of a path, which tells more than its beginning. */
    private static String end(String path) {
        return path.length() <= MAX_FOLDER ? path : "…" + path.substring(path.length() - MAX_FOLDER + 1);
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
