package dev.termal.host.cli;

import dev.termal.api.Diagnostics;
import dev.termal.api.Fact;
import dev.termal.host.DoctorReport;
import dev.termal.host.SessionSnapshot;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.config.Durations;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What an examination found, for people. */
final class DoctorText {
    private static final int MAX_LINE = 1_000;
    private static final int NAME_WIDTH = 12;
    private static final String HINT_INDENT = " ".repeat(NAME_WIDTH + 5);
    private static final int HINT_WIDTH = 80 - NAME_WIDTH - 5; // as the notes of tables

    private static final List<String> FIRST = List.of(
            "agentName",
            "agentTitle",
            "agentVersion",
            "engine",
            "protocolVersion",
            "signIn",
            "signInMethods",
            "state",
            "connectTime",
            "capabilities",
            "quirks",
            "command",
            "executableSource",
            "settingsFile",
            "userHome",
            "searchPath");

    private final Look look;
    private final boolean facts;
    private final StringBuilder text = new StringBuilder();

    DoctorText(Look look, boolean facts) {
        this.look = look;
        this.facts = facts;
    }

    String of(DoctorReport report) {
        group("TermAl", report.host());
        report.agents().forEach(agent -> group(agent.id() + " (" + agent.name() + ")", agent.diagnostics()));
        sessions(report.sessions());
        text.append('\n')
                .append(
                        switch (report.worst()) {
                            case OK -> look.green("All is well.");
                            case WARNING -> look.yellow("It works; look at what is marked with \"!\".");
                            case FAILURE -> look.red("Something does not work: see what is marked with \"✗\".");
                        });
        return text.append('\n').toString();
    }

    private void sessions(List<SessionSnapshot> sessions) {
        if (!sessions.isEmpty()) {
            text.append('\n')
                    .append(look.bold("Sessions that other processes have open"))
                    .append('\n');
        }
        for (SessionSnapshot session : sessions) {
            text.append("  ")
                    .append(PlainText.line(
                            session.key() + " " + session.agent() + " by " + session.engine() + state(session) + ", "
                                    + session.owner() + ", seen "
                                    + Durations.format(session.age().truncatedTo(ChronoUnit.SECONDS)) + " ago",
                            MAX_LINE))
                    .append('\n');
            if (facts) {
                session.diagnostics().facts().forEach(this::fact);
            }
        }
    }

    private static String state(SessionSnapshot session) {
        return session.diagnostics().facts().stream()
                .filter(fact -> fact.key().equals("state"))
                .map(fact -> ": " + line(fact.value()))
                .findFirst()
                .orElse("");
    }

    private void group(String title, Diagnostics found) {
        text.append(text.isEmpty() ? "" : "\n").append(look.bold(title)).append('\n');
        found.checks().forEach(this::check);
        if (facts) {
            found.facts().stream()
                    .sorted(Comparator.comparingInt(DoctorText::place))
                    .forEach(this::fact);
        }
    }

    /** What it is comes before how it is started, and that before what it has done; all else stays as it was told. */
    private static int place(Fact fact) {
        int at = FIRST.indexOf(fact.key());
        return at < 0 ? FIRST.size() : at;
    }

    private void check(Diagnostics.Check check) {
        String mark = switch (check.outcome()) {
            case OK -> look.green("✓");
            case WARNING -> look.yellow("!");
            case FAILURE -> look.red("✗");
        };
        text.append("  ")
                .append(mark)
                .append(' ')
                .append(String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s", PlainText.line(check.name(), MAX_LINE)))
                .append(' ')
                .append(PlainText.line(check.detail(), MAX_LINE))
                .append('\n');
        if (!check.hint().isBlank()) {
            check.hint().strip().lines().forEach(this::hint);
        }
    }

    /** Broken between words where somebody looks; a word that is too long stays whole, so that it can be copied. */
    private void hint(String whole) {
        StringBuilder line = new StringBuilder();
        for (String word : PlainText.line(whole, MAX_LINE).split(" ")) {
            if (look.rewrites() && line.length() > 0 && line.length() + word.length() >= HINT_WIDTH) {
                text.append(HINT_INDENT).append(look.dim(line.toString())).append('\n');
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        text.append(HINT_INDENT).append(look.dim(line.toString())).append('\n');
    }

    private void fact(Fact fact) {
        List<String> lines =
                fact.key().equals("signIn") ? List.of(line(fact.value()).replace('_', ' ')) : lines(fact.value());
        if (lines.size() == 1 && !(fact.value() instanceof Fact.Value.Entries)) {
            text.append("    ")
                    .append(look.dim(fact.label() + ": "))
                    .append(lines.get(0))
                    .append('\n');
        } else if (!lines.isEmpty()) {
            text.append("    ").append(look.dim(fact.label() + ":")).append('\n');
            lines.forEach(line -> text.append("      ").append(line).append('\n'));
        }
    }

    /** A list of short texts on one line, of long ones on a line each. */
    private static List<String> lines(Fact.Value value) {
        if (value instanceof Fact.Value.Items items) {
            List<String> each = items.items().stream().map(DoctorText::line).toList();
            return each.stream().allMatch(item -> item.indexOf(' ') < 0) && !each.isEmpty()
                    ? List.of(String.join(" ", each))
                    : each;
        }
        if (value instanceof Fact.Value.Entries entries) {
            return entries.entries().entrySet().stream()
                    .map(entry -> PlainText.line(entry.getKey(), MAX_LINE) + ": " + line(entry.getValue()))
                    .toList();
        }
        return List.of(line(value));
    }

    private static String line(Fact.Value value) {
        if (value instanceof Fact.Value.Text plain) {
            return PlainText.line(plain.text(), MAX_LINE);
        }
        if (value instanceof Fact.Value.Numeric number) {
            return number.number().toPlainString();
        }
        if (value instanceof Fact.Value.Flag flag) {
            return flag.flag() ? "yes" : "no";
        }
        if (value instanceof Fact.Value.Elapsed elapsed) {
            return Durations.format(elapsed.duration());
        }
        if (value instanceof Fact.Value.Bytes bytes) {
            return String.format(Locale.ROOT, "%.1f MiB", bytes.bytes() / (1024.0 * 1024.0));
        }
        if (value instanceof Fact.Value.Items items) {
            return items.items().stream().map(DoctorText::line).collect(Collectors.joining(", "));
        }
        return ((Fact.Value.Entries) value)
                .entries().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> PlainText.line(entry.getKey(), MAX_LINE) + ": " + line(entry.getValue()))
                        .collect(Collectors.joining(", "));
    }
}
