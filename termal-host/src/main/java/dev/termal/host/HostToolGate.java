package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.Fact;
import dev.termal.api.Feature;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.PermissionRequest;
import dev.termal.api.spi.Verdict;
import dev.termal.api.spi.Verdict.Result;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import dev.termal.host.mcp.Loan;
import dev.termal.host.text.Beginning;
import dev.termal.host.tool.WordTool;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Gate F: whether an agent lists and calls the tools that the host lends it. It is asked for one that gives a word and does nothing;
 * all else that it wants to do is turned down.
 */
final class HostToolGate {
    private static final String ID = "F";
    private static final String TITLE = "host tools";
    private static final Duration TURN = Duration.ofMinutes(2);
    private static final int SAID = 60;

    private final Opener opener;

    HostToolGate(Opener opener) {
        this.opener = opener;
    }

    /** What was seen of an agent in this folder. */
    Verdict run(SessionSpec agent) throws InterruptedException {
        WordTool tool = new WordTool();
        SessionSpec spec = agent.toBuilder()
                .tool(tool)
                .permissions(PermissionPolicy.ASK)
                .attended(true) // by this, which decides at once
                .kept(false)
                .hooks(false)
                .timeout(TURN)
                .build();
        try (TermalSession session = opener.planned(spec).open(entry -> {}, waiting -> {})) {
            if (!session.capabilities().has(Feature.MCP_HTTP)) {
                return verdict(Result.ABSENT, "it takes no MCP servers over HTTP, so nothing can be lent to it");
            }
            session.read(0, entry -> decide(session, entry));
            TurnReport report = session.prompt(tool.request());
            return judged(
                    number(session, Loan.LISTED),
                    tool.calls(),
                    report.text().contains(tool.word()),
                    "it said \"" + Beginning.of(report.text(), SAID) + "\" and the turn ended as "
                            + report.outcome().name().toLowerCase(Locale.ROOT));
        } catch (AgentException e) {
            return verdict(Result.UNTESTED, "there was no turn: " + e.getMessage());
        }
    }

    /** How it came out. */
    static Verdict judged(long listed, int called, boolean wordGiven, String otherwise) {
        String seen = "tools/list " + (listed > 0 ? "seen" : "not seen") + ", tools/call "
                + (called > 0 ? "seen, its result " + (wordGiven ? "is" : "is not") + " in the answer" : "not seen");
        return listed > 0 && called > 0
                ? verdict(Result.PASS, seen)
                : verdict(Result.FAIL, "registered; " + seen + "; " + otherwise);
    }

    private static Verdict verdict(Result result, String evidence) {
        return new Verdict(ID, TITLE, result, evidence, List.of(), List.of());
    }

    private static long number(TermalSession session, String key) {
        return session.diagnostics().facts().stream()
                .filter(fact -> fact.key().equals(key) && fact.value() instanceof Fact.Value.Numeric)
                .mapToLong(fact -> ((Fact.Value.Numeric) fact.value()).number().longValue())
                .sum();
    }

    /** The call of the tool may go on where the agent asks about it in its own words; its name is made up, and nothing else has it. */
    private static void decide(TermalSession session, SessionEntry entry) {
        if (entry.body() instanceof EntryBody.PermissionRequested asked) {
            PermissionRequest request = asked.request();
            PermissionOption.Kind kind = WordTool.isNamedIn(request.toolCall())
                    ? PermissionOption.Kind.ALLOW_ONCE
                    : PermissionOption.Kind.REJECT_ONCE;
            boolean unused = session.answerPermission(
                    asked.id(),
                    request.firstOf(kind).map(PermissionDecision::select).orElseGet(PermissionDecision::cancelled));
        }
    }
}
