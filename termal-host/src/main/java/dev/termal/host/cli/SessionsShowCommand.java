package dev.termal.host.cli;

import dev.termal.api.Usage;
import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.document.SessionsJson;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredTurn;
import dev.termal.host.event.WaitingPrompt;
import dev.termal.host.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code termal sessions show}. */
@Command(
        name = "show",
        description = "Shows one session: who, where, its turns, and what they used.",
        footer = {
            "",
            "'sessions export' gives all that was said; 'sessions queue' cancels what waits.",
            "",
            "Exit codes: 0 shown, 2 usage error, 4 no such session."
        })
final class SessionsShowCommand extends StoredSessionsCommand {
    @Mixin
    private SessionParameter session = new SessionParameter();

    @Mixin
    private AgentOption agent = new AgentOption();

    @Mixin
    private FormatOption format = new FormatOption();

    SessionsShowCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return format.format();
    }

    @Override
    int run(Termal host, StoredSessions sessions) {
        StoredSession found = find(sessions, session.reference(), agent.agent());
        List<StoredTurn> turns = sessions.turns(found.key());
        List<WaitingPrompt> waiting = sessions.waiting(found.key());
        shell().print(
                        format.json()
                                ? Json.pretty(SessionsJson.whole(found, turns, waiting))
                                : text(found, turns, waiting));
        return ExitCode.OK;
    }

    private String text(StoredSession found, List<StoredTurn> turns, List<WaitingPrompt> waiting) {
        StringBuilder text = new StringBuilder();
        found.name().ifPresent(name -> line(text, "name", name));
        line(text, "key", found.key().value());
        line(text, "title", found.title());
        line(text, "agent", found.agent() + " over " + found.engine());
        found.agentSessions().forEach((engine, id) -> line(text, "agent's id", id + " over " + engine));
        line(text, "folder", found.cwd().toString());
        line(
                text,
                "state",
                found.state().name().toLowerCase(Locale.ROOT)
                        + (found.holder().isEmpty() ? "" : ", in use by " + found.holder()));
        found.wishes().model().ifPresent(model -> line(text, "model", model));
        found.wishes().mode().ifPresent(mode -> line(text, "mode", mode));
        line(text, "begun", time(found.created()));
        line(text, "updated", time(found.updated()));
        line(text, "used", used(StoredTurn.total(turns)));
        for (WaitingPrompt each : waiting) {
            line(
                    text,
                    "waiting",
                    each.id() + ": " + each.who() + " since " + time(each.since())
                            + (each.text().isEmpty() ? "" : ": " + each.text()));
        }
        if (!turns.isEmpty()) {
            Table table = new Table(shell().outLook(), "TURN", "BEGUN", "OUTCOME", "PROMPT");
            turns.forEach(turn -> table.row(
                    String.valueOf(turn.turn()),
                    time(turn.started()),
                    turn.outcome().map(outcome -> outcome.word()).orElse(open(found)),
                    turn.prompt()));
            text.append('\n').append(table);
        }
        return text.toString();
    }

    private static String open(StoredSession session) {
        return session.state() == StoredSession.State.RUNNING ? "running" : "interrupted";
    }

    private static void line(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            text.append(String.format("%-12s %s%n", name, PlainText.line(value, 400)));
        }
    }

    private static String used(Usage usage) {
        StringBuilder text = new StringBuilder();
        count(text, usage.inputTokens(), "in");
        count(text, usage.outputTokens(), "out");
        count(text, usage.thoughtTokens(), "thought");
        count(text, usage.totalTokens(), "total");
        usage.cost()
                .ifPresent(cost -> text.append(text.length() > 0 ? "; " : "")
                        .append(cost.amount().toPlainString())
                        .append(' ')
                        .append(cost.currency()));
        return text.toString();
    }

    private static void count(StringBuilder text, OptionalLong tokens, String what) {
        tokens.ifPresent(count -> text.append(text.length() > 0 ? ", " : "tokens: ")
                .append(count)
                .append(' ')
                .append(what));
    }
}
