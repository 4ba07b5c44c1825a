package dev.termal.host.cli;

import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.document.SessionsJson;
import dev.termal.host.event.StoredSession;
import dev.termal.host.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code termal sessions prune}. */
@Command(
        name = "prune",
        description = "Removes old sessions for good, without asking: those without a name that are not in use.",
        footer = {"", "Exit codes: 0 done, 2 usage error or the sessions cannot be read."})
final class SessionsPruneCommand extends StoredSessionsCommand {
    private static final int MAX_DAYS = 36_500;

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "30",
            description = "Those in which nothing has happened for so many days. Default: ${DEFAULT-VALUE}.")
    private int days = 30;

    @Option(names = "--named", description = "Those with a name, too.")
    private boolean named;

    @Option(names = "--dry-run", description = "Only show which these are.")
    private boolean dryRun;

    @Mixin
    private FormatOption format = new FormatOption();

    SessionsPruneCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return format.format();
    }

    @Override
    int run(Termal host, StoredSessions sessions) throws InterruptedException {
        UsageError.unlessWithin("--days", days, 0, MAX_DAYS);
        List<StoredSession> old = sessions.prune(Instant.now().minus(Duration.ofDays(days)), named, dryRun);
        if (format.json()) {
            shell().print(Json.pretty(SessionsJson.list(old)));
        } else {
            Table table = new Table(shell().outLook(), "SESSION", "AGENT", "TURNS", "UPDATED", "TITLE");
            old.forEach(session -> table.row(
                    session.label(),
                    session.agent().value(),
                    String.valueOf(session.turns()),
                    time(session.updated()),
                    session.title()));
            shell().print(
                            old.isEmpty()
                                    ? "Nothing to remove."
                                    : (dryRun ? "These would be removed:\n" : "Removed:\n") + table);
        }
        return ExitCode.OK;
    }
}
