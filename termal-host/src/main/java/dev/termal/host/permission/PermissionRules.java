package dev.termal.host.permission;

import dev.termal.api.AgentException;
import dev.termal.api.ToolCall;
import dev.termal.host.event.Remember;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rules that hold in one session: the person's own from the config, those of a trusted repository, and what the person had
 * the host remember. Thread-safe.
 *
 * <p>Of the rules that are about a call, one that is narrower than another replaces it; of those that are left the strictest
 * counts. What the person's config denies, nothing that was remembered allows, and a repository's rules can only make the
 * answer stricter.
 */
public final class PermissionRules {
    private static final int MAX_SESSION_RULES = 1_000;

    private final String agent;
    private final Path folder;
    private final Path home;
    private final List<PermissionRule.InPlace> own;
    private final List<PermissionRule.InPlace> repository;
    private final Optional<RuleMemory> memory;
    private final List<RememberedRule> ofSession = new ArrayList<>(); // guarded by itself

    /** What the rules say, and the one that says it. */
    record Said(RuleDecision decision, String because) {}

    /**
     * The rules for a session.
     *
     * @param folder where it runs
     * @param home the person's
     * @param repository those of a trusted repository; one that allows counts for nothing
     * @param memory of all sessions; empty to remember in this one alone
     */
    public PermissionRules(
            String agent,
            Path folder,
            Path home,
            List<PermissionRule> own,
            List<PermissionRule> repository,
            Optional<RuleMemory> memory) {
        this.agent = agent;
        this.folder = RealPath.of(folder.toAbsolutePath()).orElse(folder);
        this.home = home;
        this.own = inPlace(own.stream());
        this.repository = inPlace(repository.stream().filter(rule -> rule.decision() != RuleDecision.ALLOW));
        this.memory = memory;
    }

    /** No rules but what is remembered for the session. */
    public static PermissionRules none(String agent, Path folder) {
        return new PermissionRules(agent, folder, folder, List.of(), List.of(), Optional.empty());
    }

    private List<PermissionRule.InPlace> inPlace(Stream<PermissionRule> rules) {
        return rules.map(rule -> rule.in(folder, home)).toList();
    }

    /** What the rules say to a call; empty where none is about it. Looks at files. */
    Optional<Said> decide(ToolCall call) {
        CallFacts facts = new CallFacts(call, folder, home);
        Optional<Said> strictest = said(own, facts);
        if (strictest.filter(said -> said.decision() == RuleDecision.DENY).isEmpty()) {
            try {
                strictest = said(Stream.concat(own.stream(), remembered()).toList(), facts);
            } catch (AgentException unreadable) {
                strictest = Optional.of(new Said(RuleDecision.ASK, String.valueOf(unreadable.getMessage())));
            }
        }
        return Stream.concat(strictest.stream(), said(repository, facts).stream())
                .reduce((a, b) -> a.decision().compareTo(b.decision()) >= 0 ? a : b);
    }

    private Stream<PermissionRule.InPlace> remembered() {
        Instant now = memory.map(RuleMemory::now).orElseGet(Instant::now);
        List<RememberedRule> all = new ArrayList<>(memory.map(RuleMemory::all).orElse(List.of()));
        synchronized (ofSession) {
            all.addAll(ofSession);
        }
        return all.stream()
                .filter(rule -> rule.counts(folder, now))
                .map(rule -> rule.rule().inRealPlaces());
    }

    private Optional<Said> said(List<PermissionRule.InPlace> rules, CallFacts facts) {
        Map<PermissionRule.InPlace, Match> about = new LinkedHashMap<>();
        for (PermissionRule.InPlace rule : rules) {
            Match match = rule.matches(agent, facts);
            if (match != Match.NO) {
                about.put(rule, match);
            }
        }
        return about.entrySet().stream()
                .filter(entry -> about.entrySet().stream()
                        .noneMatch(other ->
                                other.getValue() == Match.YES && other.getKey().isNarrowerThan(entry.getKey())))
                .map(entry -> said(entry.getKey(), entry.getValue()))
                .reduce((a, b) -> a.decision().compareTo(b.decision()) >= 0 ? a : b);
    }

    /** What may be denied and may not is asked. */
    private static Said said(PermissionRule.InPlace rule, Match match) {
        return match == Match.YES || rule.decision() == RuleDecision.ALLOW
                ? new Said(rule.decision(), rule.toString())
                : new Said(RuleDecision.ASK, "it cannot be told whether this is about it: " + rule);
    }

    /** What would be remembered of an answer to a call, in words; empty where nothing can be. */
    public Optional<String> rememberable(ToolCall call) {
        return like(call, RuleDecision.ALLOW).map(PermissionRule::about);
    }

    private Optional<PermissionRule> like(ToolCall call, RuleDecision decision) {
        return RememberedRule.like(agent, call, new CallFacts(call, folder, home), decision);
    }

    /**
     * Keeps an answer for calls like one.
     *
     * @throws IllegalArgumentException where nothing can be remembered of it
     * @throws AgentException of code {@code CONFIGURATION} where it cannot be kept
     */
    RememberedRule remember(ToolCall call, RuleDecision decision, Remember remember) {
        PermissionRule rule = like(call, decision)
                .orElseThrow(() -> new IllegalArgumentException(
                        "an answer to this cannot be remembered: neither a plain command, nor its files, nor its tool"
                                + " is known"));
        if (memory.isPresent() && remember.scope() != Remember.Scope.SESSION) {
            return memory.get().add(rule, remember, folder);
        }
        Instant now = memory.map(RuleMemory::now).orElseGet(Instant::now);
        RememberedRule added = new RememberedRule(
                "",
                remember.scope(),
                Optional.empty(),
                rule,
                now,
                remember.lifetime().map(now::plus));
        synchronized (ofSession) {
            ofSession.removeIf(old -> old.rule().isAboutTheSame(rule) || !old.counts(folder, now));
            if (ofSession.size() >= MAX_SESSION_RULES) {
                throw new IllegalArgumentException("this session remembers " + MAX_SESSION_RULES + " answers already");
            }
            ofSession.add(added);
        }
        return added;
    }

    /** Whether a config has any. */
    public boolean isSet() {
        return !own.isEmpty() || !repository.isEmpty();
    }

    /** Tells when something was remembered or revoked in another session of this host, until the result is run. */
    public Runnable onChange(Runnable listener) {
        return memory.map(all -> all.onChange(listener)).orElse(() -> {});
    }
}
