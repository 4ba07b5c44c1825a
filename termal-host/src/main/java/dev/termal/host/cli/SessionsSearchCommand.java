package dev.termal.host.cli;

import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.document.SessionsJson;
import dev.termal.host.event.SearchHit;
import dev.termal.host.json.Json;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code termal sessions search}. */
@Command(
        name = "search",
        description = "Finds words in prompts, in what agents said, and in the titles of tool calls.",
        footer = {
            "",
            "All words must stand there, whole; upper and lower case are the same. '\"two words\"' must stand together.",
            "",
            "A turn is shown once, by the first place in it.",
            "",
            "Exit codes: 0 also where nothing is found, 2 usage error or the sessions cannot be read."
        })
final class SessionsSearchCommand extends StoredSessionsCommand {
    private static final int MAX = 10_000;

    @Parameters(paramLabel = "WORDS", arity = "1..*", description = "What to find.")
    private List<String> words = new ArrayList<>();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "20",
            description = "How many places at most. Default: ${DEFAULT-VALUE}.")
    private int limit = 20;

    SessionsSearchCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return format.format();
    }

    @Override
    int run(Termal host, StoredSessions sessions) throws InterruptedException {
        UsageError.unlessWithin("-n (--limit)", limit, 1, MAX);
        if (words.stream().allMatch(String::isBlank)) {
            throw new UsageError("WORDS must not be empty");
        }
        List<SearchHit> hits = sessions.search(String.join(" ", words), limit);
        if (hits.isEmpty()) {
            shell().complain("nothing found");
        }
        if (format.json()) {
            shell().print(Json.pretty(SessionsJson.hits(hits)));
        } else if (!hits.isEmpty()) {
            Table table = new Table(shell().outLook(), "SESSION", "AGENT", "TURN", "TIME", "TEXT");
            hits.forEach(hit -> table.row(
                    hit.session().label(),
                    hit.session().agent().value(),
                    String.valueOf(hit.turn()),
                    time(hit.time()),
                    hit.excerpt()));
            shell().print(table.toString());
        }
        return ExitCode.OK;
    }
}
