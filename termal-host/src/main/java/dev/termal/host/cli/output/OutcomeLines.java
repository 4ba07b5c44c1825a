package dev.termal.host.cli.output;

import dev.termal.api.Usage;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnError;
import dev.termal.host.event.TurnReport;
import dev.termal.host.text.ShownLength;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** How a turn came out, in lines for people. */
public final class OutcomeLines {
    private static final int MAX_LINE = 500;
    private static final int MAX_STDERR_LINES = 8;

    private final Look look;
    private final String permissions;

    /** With or without colour, for a command line. */
    public OutcomeLines(Look look) {
        this(look, "--permissions");
    }

    /**
     * For wherever a person is.
     *
     * @param permissions what changes there what is allowed
     */
    public OutcomeLines(Look look, String permissions) {
        this.look = look;
        this.permissions = permissions;
    }

    /** What a person must know; nothing where all is well. */
    public List<String> problems(TurnReport report) {
        List<String> lines = new ArrayList<>(failures(report));
        if (report.unapproved() > 0) {
            lines.add(look.yellow("termal: ") + count(report.unapproved(), "change")
                    + " ran without a permission: the agent did not ask");
        }
        return lines;
    }

    /** The same without the changes that nobody permitted, each of which is told when it happens. */
    List<String> failures(TurnReport report) {
        List<String> lines = new ArrayList<>();
        if (report.outcome() != Outcome.DONE) {
            String message =
                    report.error().map(TurnError::message).orElseGet(() -> meaning(report.outcome(), report.denied()));
            lines.add(look.red("termal: " + report.outcome().word().replace('_', ' ')) + ": "
                    + PlainText.line(message, MAX_LINE));
            report.error().map(error -> cause(error, message)).ifPresent(lines::addAll);
        }
        if (report.unanswered() > 0) {
            lines.add(look.yellow("termal: ") + count(report.unanswered(), "question") + " got no answer"
                    + " (--answers FILE gives answers beforehand)");
        }
        return lines;
    }

    /** The agent's own words behind a failure. */
    public List<String> cause(TurnError error, String shown) {
        List<String> lines = new ArrayList<>();
        String words = PlainText.line(error.peerMessage(), MAX_LINE);
        if (!words.isEmpty() && !shown.contains(words)) {
            String code = error.peerCode().map(c -> " (" + c + ")").orElse("");
            lines.add(look.dim("  the agent says" + code + ": ") + words);
        }
        error.dataBeyond(shown)
                .map(data -> PlainText.line(data.text(), MAX_LINE))
                .ifPresent(data -> lines.add(look.dim("  details: ") + data));
        List<String> stderr = error.stderrTail()
                .lines()
                .filter(line -> !line.isBlank() && !shown.contains(line.strip()))
                .toList();
        stderr.stream()
                .skip(Math.max(0, stderr.size() - MAX_STDERR_LINES))
                .map(line -> look.dim("  | " + PlainText.line(line, MAX_LINE)))
                .forEach(lines::add);
        return lines;
    }

    private String meaning(Outcome outcome, int denied) {
        return switch (outcome) {
            case DONE -> "the turn ended well";
            case PARTLY_DENIED, DENIED ->
                count(denied, "permission request") + " refused; " + permissions
                        + " says what is allowed without asking";
            case EMPTY -> "the agent ended its turn without a word, a plan or a completed tool call";
            case REFUSED -> "the agent refused to answer";
            case LIMIT -> "the agent hit a limit of tokens or turns";
            case AGENT_ERROR -> "the agent answered with an error";
            case PROTOCOL_ERROR -> "the agent broke its protocol";
            case CRASHED -> "the agent's process ended amid the turn";
            case INTERRUPTED -> "the host ended amid the turn";
            case TIMEOUT -> "the turn took longer than allowed (--timeout)";
            case STALLED -> "nothing came from the agent for longer than allowed (--idle-timeout)";
            case SESSION_LOST ->
                "the agent does not know the session any more; --on-lost new begins another conversation";
            case NOT_FOUND -> "the agent's program was not found or cannot be started";
            case AUTH_REQUIRED -> "the agent wants you to sign in first";
            case CANCELLED -> "the turn was cancelled";
        };
    }

    /** Time, tokens and money, as far as told. */
    String summary(TurnReport report) {
        List<String> parts = new ArrayList<>();
        parts.add(ShownLength.of(report.duration()));
        report.usage().ifPresent(usage -> {
            tokens(usage.inputTokens(), "in", parts);
            tokens(usage.outputTokens(), "out", parts);
            if (usage.inputTokens().isEmpty() && usage.outputTokens().isEmpty()) {
                tokens(usage.totalTokens(), "in all", parts);
            }
            context(usage, parts);
            usage.cost()
                    .ifPresent(cost ->
                            parts.add(cost.amount().toPlainString() + " " + PlainText.line(cost.currency(), 10)));
        });
        return look.dim(parts.stream().collect(Collectors.joining(" · ")));
    }

    private static void tokens(OptionalLong number, String word, List<String> parts) {
        number.ifPresent(n -> parts.add(String.format(Locale.ROOT, "%,d %s %s", n, n == 1 ? "token" : "tokens", word)));
    }

    private static void context(Usage usage, List<String> parts) {
        if (usage.contextUsed().isPresent() && usage.contextSize().orElse(0) > 0) {
            long percent =
                    100 * usage.contextUsed().getAsLong() / usage.contextSize().getAsLong();
            parts.add("context " + percent + "%");
        }
    }

    /** So many of these. */
    static String count(long n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }
}
