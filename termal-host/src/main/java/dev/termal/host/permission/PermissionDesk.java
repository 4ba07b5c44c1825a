package dev.termal.host.permission;

import dev.termal.api.AgentEvent.Notice.Level;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.PermissionRequest;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.EntryBody.Decider;
import dev.termal.host.event.Remember;
import dev.termal.host.permission.OpenRequests.Open;
import dev.termal.host.text.Beginning;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Which permission requests of a session are open, and who answers them.
 *
 * <p>Thread-safe. Every request is answered exactly once: by policy and rules at once, else by a person, else as cancelled when
 * the turn ends. Answers are given with no lock held.
 */
public final class PermissionDesk extends Desk<PermissionRequest, PermissionDecision> {
    private final PermissionPolicy policy;
    private final boolean attended;
    private final PermissionRules rules;
    private final DeskJournal journal;

    private long asked; // guarded by lock
    private long reconsidered; // how often; guarded by lock
    private boolean toldThatNobodyIsThere; // guarded by lock

    /**
     * A desk with nothing open.
     *
     * @param attended whether somebody is there to decide
     */
    public PermissionDesk(PermissionPolicy policy, boolean attended, PermissionRules rules, DeskJournal journal) {
        super(PermissionDecision.cancelled());
        this.policy = policy;
        this.attended = attended;
        this.rules = rules;
        this.journal = journal;
    }

    /** Whether a request is a question in disguise, which only a person may answer. */
    public static boolean isQuestion(PermissionRequest request) {
        return Ruling.isQuestion(request);
    }

    /** Whether a call need not even be asked about where a person would be: it changes nothing, and no rule says otherwise. */
    public boolean needsNoRequest(ToolCall call) {
        return policy == PermissionPolicy.ASK
                && Ruling.isHarmless(call.kind())
                && rules.decide(call)
                        .filter(said -> said.decision() != RuleDecision.ALLOW)
                        .isEmpty();
    }

    /** Takes a request; the stage completes with its answer, at once where policy or rules know it. */
    public CompletionStage<PermissionDecision> request(PermissionRequest request) {
        long before;
        synchronized (lock) {
            before = reconsidered;
        }
        Optional<PermissionRules.Said> said = rules.decide(request.toolCall());
        Ruling ruling = Ruling.of(policy, request, said.map(PermissionRules.Said::decision));
        Open<PermissionRequest, PermissionDecision> waiting;
        boolean outdated;
        synchronized (lock) {
            String id = "p" + ++asked;
            boolean forPerson = ruling.verdict() == Ruling.Verdict.PERSON;
            boolean waits = forPerson && attended && !shut;
            if (waits) {
                journal.hold(); // before anybody can see that it is open
            }
            journal.write(new EntryBody.PermissionRequested(id, request));
            if (!waits) {
                Decider by = shut ? Decider.TURN_END : ruling.by();
                CompletionStage<PermissionDecision> answer =
                        answered(id, shut ? Optional.empty() : ruling.option(), by);
                if (forPerson && !shut) {
                    tellThatNobodyIsThere();
                } else if (by == Decider.RULE && ruling.verdict() == Ruling.Verdict.REJECT) {
                    said.ifPresent(rule -> tell(request, rule));
                }
                return answer;
            }
            waiting = open.add(id, request);
            outdated = reconsidered != before;
        }
        if (outdated) {
            reconsider(); // rules came between the look at them and the waiting
        }
        OpenRequests.onWithdrawn(waiting, this::withdrawn);
        return waiting.answer();
    }

    /**
     * Takes a request about a call that is decided elsewhere, where it can be kept from happening: it may go on. One that offers no
     * such answer is taken as any.
     */
    public CompletionStage<PermissionDecision> pass(PermissionRequest request) {
        Optional<PermissionOption> once = request.firstOf(PermissionOption.Kind.ALLOW_ONCE);
        if (once.isEmpty() || isQuestion(request)) {
            return request(request);
        }
        synchronized (lock) {
            String id = "p" + ++asked;
            journal.write(new EntryBody.PermissionRequested(id, request));
            return answered(id, shut ? Optional.empty() : once, shut ? Decider.TURN_END : Decider.POLICY);
        }
    }

    private CompletionStage<PermissionDecision> answered(String id, Optional<PermissionOption> option, Decider by) {
        journal.write(new EntryBody.PermissionAnswered(id, option, by));
        return CompletableFuture.completedFuture(
                option.map(PermissionDecision::select).orElseGet(PermissionDecision::cancelled));
    }

    private void tell(PermissionRequest request, PermissionRules.Said rule) {
        String title = Beginning.ofTitle(request.toolCall().title());
        journal.write(new EntryBody.HostNotice(Level.INFO, "denied by a rule: " + title + ": " + rule.because()));
    }

    private void tellThatNobodyIsThere() {
        if (!toldThatNobodyIsThere) {
            toldThatNobodyIsThere = true;
            journal.write(new EntryBody.HostNotice(
                    Level.WARNING,
                    "nobody is there to decide, so what needs a yes is denied: choose another permission policy, or run it"
                            + " where somebody can answer"));
        }
    }

    /**
     * A person's decision.
     *
     * @return false where the request is not open (any more)
     * @throws IllegalArgumentException for an option that was not offered
     */
    public boolean answer(String id, PermissionDecision decision) {
        Open<PermissionRequest, PermissionDecision> taken;
        synchronized (lock) {
            Optional<PermissionRequest> request = open.find(id);
            if (request.isEmpty()) {
                return false;
            }
            Optional<PermissionOption> option = chosen(request.get(), decision);
            taken = open.take(id).orElseThrow();
            settled(taken, option, Decider.PERSON);
        }
        return taken.answer().complete(decision);
    }

    /**
     * A person's decision that is to be kept for requests like it; those that wait are settled with it.
     *
     * @return false where the request is not open (any more); then nothing is kept
     * @throws IllegalArgumentException for an option that was not offered or is neither a yes nor a no, and where nothing can
     *     be remembered of the request; it stays open then
     * @throws dev.termal.api.AgentException of code {@code CONFIGURATION} where it cannot be kept; it is answered all the same
     */
    public boolean answer(String id, PermissionDecision decision, Remember remember) {
        Optional<PermissionRequest> request;
        synchronized (lock) {
            request = open.find(id);
        }
        if (request.isEmpty()) {
            return false;
        }
        RuleDecision kept = chosen(request.get(), decision)
                .filter(option -> option.kind() != PermissionOption.Kind.OTHER)
                .map(option -> option.kind().allows() ? RuleDecision.ALLOW : RuleDecision.DENY)
                .orElseThrow(() -> new IllegalArgumentException("only a yes or a no can be remembered"));
        if (rememberable(request.get()).isEmpty()) {
            throw new IllegalArgumentException("an answer to this cannot be remembered");
        }
        if (!answer(id, decision)) {
            return false;
        }
        rules.remember(request.get().toolCall(), kept, remember);
        reconsider();
        return true;
    }

    /** What would be remembered of an answer to an open request, in words; empty where nothing can be. */
    public Optional<String> rememberable(String id) {
        Optional<PermissionRequest> request;
        synchronized (lock) {
            request = open.find(id);
        }
        return request.flatMap(this::rememberable);
    }

    private Optional<String> rememberable(PermissionRequest request) {
        return isQuestion(request) ? Optional.empty() : rules.rememberable(request.toolCall());
    }

    /** Settles what waits and need not any more, since rules have changed. */
    public void reconsider() {
        List<Open<PermissionRequest, PermissionDecision>> waiting;
        synchronized (lock) {
            reconsidered++;
            waiting = open.all();
        }
        for (Open<PermissionRequest, PermissionDecision> one : waiting) {
            Optional<RuleDecision> said = rules.decide(one.request().toolCall()).map(PermissionRules.Said::decision);
            Ruling ruling = Ruling.of(policy, one.request(), said);
            if (ruling.verdict() == Ruling.Verdict.PERSON) {
                continue;
            }
            synchronized (lock) {
                if (!open.take(one)) {
                    continue;
                }
                settled(one, ruling.option(), ruling.by());
            }
            one.answer()
                    .complete(ruling.option().map(PermissionDecision::select).orElseGet(PermissionDecision::cancelled));
        }
    }

    private static Optional<PermissionOption> chosen(PermissionRequest request, PermissionDecision decision) {
        if (!(decision instanceof PermissionDecision.Selected selected)) {
            return Optional.empty();
        }
        Optional<PermissionOption> option = request.options().stream()
                .filter(each -> each.id().equals(selected.optionId()))
                .findFirst();
        if (option.isEmpty()) {
            throw new IllegalArgumentException("no such option: " + selected.optionId() + "; offered: "
                    + request.options().stream().map(PermissionOption::id).collect(Collectors.joining(", ")));
        }
        return option;
    }

    @Override
    void settledByTurnEnd(Open<PermissionRequest, PermissionDecision> one) {
        settled(one, Optional.empty(), Decider.TURN_END);
    }

    private void settled(
            Open<PermissionRequest, PermissionDecision> one, Optional<PermissionOption> option, Decider by) {
        journal.write(new EntryBody.PermissionAnswered(one.id(), option, by));
        journal.release();
    }
}
