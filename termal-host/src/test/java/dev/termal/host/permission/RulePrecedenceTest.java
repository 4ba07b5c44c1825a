package dev.termal.host.permission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** What holds for all rules and all calls, tried with very many of both. */
class RulePrecedenceTest {
    private static final Path FOLDER = Path.of("/w").toAbsolutePath();
    private static final List<String> WORDS = List.of("git", "rm", "status", "-f", "*", "g*", "*s", "st*s");
    private static final List<String> NAMES = List.of("a", "b", "src", "*", "**", "a*");
    private static final List<Kind> KINDS = List.of(Kind.EDIT, Kind.EXECUTE, Kind.READ);

    private static <T> T any(Random random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private static List<String> texts(Random random, List<String> words, String between, String first) {
        List<String> texts = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            StringBuilder text = new StringBuilder(first);
            for (int j = random.nextInt(3); j >= 0; j--) {
                text.append(text.isEmpty() ? "" : between).append(any(random, words));
            }
            texts.add(text.toString());
        }
        return texts;
    }

    private static PermissionRule rule(Random random) {
        RuleDecision decision = any(random, List.of(RuleDecision.values()));
        return PermissionRule.of(
                decision,
                "r" + random.nextInt(),
                random.nextInt(4) == 0 ? Set.of("sample") : Set.of(),
                random.nextInt(3) == 0 ? Set.of(any(random, KINDS)) : Set.of(),
                random.nextInt(4) == 0 ? List.of(any(random, List.of("t", "*", "s/t", "s/*"))) : List.of(),
                texts(random, WORDS, " ", random.nextBoolean() ? "git" : "rm"),
                random.nextInt(3) == 0 ? texts(random, NAMES, "/", "") : List.of(),
                IllegalStateException::new);
    }

    private static ToolCall call(Random random) {
        ToolCall.Builder call = ToolCall.builder("c").kind(any(random, KINDS));
        if (random.nextBoolean()) {
            call.command("git " + any(random, List.of("status", "-f", "push", "status -f", "status; rm a", "$x")));
        }
        if (random.nextBoolean()) {
            call.tool("t");
        }
        if (random.nextInt(3) == 0) {
            call.mcpServer("s");
        }
        if (random.nextBoolean()) {
            Path path = FOLDER.resolve(any(random, List.of("a", "b/a", "src/a/b", "../a", "src")));
            call.locations(List.of(new ToolCall.Location(path, OptionalInt.empty())));
        }
        return call.build();
    }

    private static Optional<RuleDecision> decide(
            List<PermissionRule> own, List<PermissionRule> repository, ToolCall c) {
        return new PermissionRules("sample", FOLDER, Path.of("/h"), own, repository, Optional.empty())
                .decide(c)
                .map(PermissionRules.Said::decision);
    }

    private static int strictness(Optional<RuleDecision> decision) {
        return decision.map(RuleDecision::ordinal).orElse(RuleDecision.ALLOW.ordinal());
    }

    private static Match match(PermissionRule rule, ToolCall call) {
        Path home = Path.of("/h");
        return rule.in(FOLDER, home).matches("sample", new CallFacts(call, FOLDER, home));
    }

    @RepeatedTest(400)
    void rules(RepetitionInfo repetition) {
        long seed = 7_919L * repetition.getCurrentRepetition();
        Random random = new Random(seed);
        String told = "seed " + seed;
        List<PermissionRule> rules = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            rules.add(rule(random));
        }
        ToolCall call = call(random);
        Optional<RuleDecision> said = decide(rules, List.of(), call);

        List<PermissionRule> shuffled = new ArrayList<>(rules);
        Collections.shuffle(shuffled, random);
        assertEquals(said, decide(shuffled, List.of(), call), "order matters: " + told);

        List<PermissionRule> about =
                rules.stream().filter(rule -> match(rule, call) != Match.NO).toList();
        assertEquals(about.isEmpty(), said.isEmpty(), told);
        assertEquals(said, decide(about, List.of(), call), "a rule about something else matters: " + told);
        if (said.equals(Optional.of(RuleDecision.ALLOW))) {
            assertTrue(about.stream().anyMatch(r -> r.decision() == RuleDecision.ALLOW), told);
            assertTrue(
                    call.command().isEmpty()
                            || PlainCommand.words(call.command().get()).isPresent(),
                    "a command that is not plain was allowed: " + told);
            for (PermissionRule deny : about) {
                PermissionRule.InPlace place = deny.in(FOLDER, FOLDER);
                assertTrue(
                        deny.decision() == RuleDecision.ALLOW
                                || about.stream()
                                        .anyMatch(r -> r.in(FOLDER, FOLDER).isNarrowerThan(place)),
                        "a denial that nothing is narrower than was left out: " + told);
            }
        }

        List<PermissionRule> more = new ArrayList<>(rules);
        more.add(new PermissionRule(RuleDecision.DENY, "", Set.of(), Set.of(), List.of(), List.of(), List.of()));
        assertTrue(
                strictness(decide(more, List.of(), call)) >= strictness(said) || !about.isEmpty(),
                "a denial of everything loosened: " + told);

        List<PermissionRule> repository = List.of(rule(random), rule(random));
        assertTrue(strictness(decide(rules, repository, call)) >= strictness(said), "a repository loosened: " + told);
        if (said.isEmpty()) {
            assertFalse(
                    decide(rules, repository, call).equals(Optional.of(RuleDecision.ALLOW)),
                    "a repository allowed: " + told);
        }
    }

    /** Being narrower is an order, and a narrower rule is about nothing that the wider one is not about. */
    @RepeatedTest(400)
    void narrowness(RepetitionInfo repetition) {
        long seed = 104_729L * repetition.getCurrentRepetition();
        Random random = new Random(seed);
        List<PermissionRule.InPlace> rules = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            rules.add(rule(random).in(FOLDER, FOLDER));
        }
        CallFacts facts = new CallFacts(call(random), FOLDER, FOLDER);
        for (PermissionRule.InPlace a : rules) {
            assertFalse(a.isNarrowerThan(a), "seed " + seed + ": " + a);
            for (PermissionRule.InPlace b : rules) {
                if (!a.isNarrowerThan(b)) {
                    continue;
                }
                String told = "seed " + seed + ": " + a + " and " + b;
                assertFalse(b.isNarrowerThan(a), told);
                if (a.decision() == b.decision() && a.decision() == RuleDecision.ALLOW) {
                    assertTrue(
                            a.matches("sample", facts) == Match.NO
                                    || b.matches("sample", facts) == Match.YES
                                    || b.rule().kinds().isEmpty(), // which may be what makes it one about commands
                            told);
                }
                for (PermissionRule.InPlace c : rules) {
                    assertTrue(!b.isNarrowerThan(c) || a.isNarrowerThan(c), told + " and " + c);
                }
            }
        }
    }
}
