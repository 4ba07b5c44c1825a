package dev.termal.host.permission;

import dev.termal.api.ToolCall;
import dev.termal.host.text.Wildcard;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * A rule of a person's: what is said to which calls. A list of criteria is fulfilled by one of its members, an empty one by all
 * calls.
 *
 * @param decision what is said
 * @param where where it stands, for messages
 * @param agents names of agents
 * @param kinds what tools do
 * @param tools names of tools with {@code *}; those of a server are {@code server/tool}
 * @param commands what is run
 * @param paths what is touched, as written; see {@link PathPattern}
 */
public record PermissionRule(
        RuleDecision decision,
        String where,
        Set<String> agents,
        Set<ToolCall.Kind> kinds,
        List<String> tools,
        List<CommandPattern> commands,
        List<String> paths) {
    /** Copies its collections. */
    public PermissionRule {
        agents = Set.copyOf(agents);
        kinds = Set.copyOf(kinds);
        tools = List.copyOf(tools);
        commands = List.copyOf(commands);
        paths = List.copyOf(paths);
    }

    /**
     * A rule as a person writes it.
     *
     * @param wrong makes the failure of what is wrong with a command
     */
    public static PermissionRule of(
            RuleDecision decision,
            String where,
            Set<String> agents,
            Set<ToolCall.Kind> kinds,
            List<String> tools,
            List<String> commands,
            List<String> paths,
            Function<String, RuntimeException> wrong) {
        List<CommandPattern> patterns = new ArrayList<>();
        for (String command : commands) {
            CommandPattern pattern = CommandPattern.parse(command)
                    .orElseThrow(
                            () -> wrong.apply(
                                    "\"" + command
                                            + "\" is no plain command: a program and its arguments, without ; & | $ ` < > ( ) { } or \\"));
            if (decision == RuleDecision.ALLOW && !pattern.namesProgram()) {
                throw wrong.apply("a rule that allows names the program: \"" + command + "\" begins with a *");
            }
            patterns.add(pattern);
        }
        return new PermissionRule(decision, where, agents, kinds, tools, patterns, paths);
    }

    /** What it is about, in words. */
    public String about() {
        List<String> parts = new ArrayList<>();
        words(parts, "agent", agents.stream().sorted().toList());
        words(parts, "kind", kinds.stream().sorted().map(PermissionRule::word).toList());
        words(parts, "tool", tools);
        words(parts, "command", commands.stream().map(CommandPattern::toString).toList());
        words(parts, "path", paths);
        return parts.isEmpty() ? "everything" : String.join(", ", parts);
    }

    private static void words(List<String> parts, String name, List<String> values) {
        if (!values.isEmpty()) {
            parts.add(name + " " + String.join(" or ", values));
        }
    }

    /** A kind as it is written in files. */
    public static String word(ToolCall.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    boolean isAboutTheSame(PermissionRule other) {
        return agents.equals(other.agents)
                && kinds.equals(other.kinds)
                && tools.equals(other.tools)
                && commands.equals(other.commands)
                && paths.equals(other.paths);
    }

    /** The rule as it holds for sessions in a folder. */
    InPlace in(Path folder, Path home) {
        return new InPlace(
                this,
                paths.stream().map(path -> PathPattern.of(path, folder, home)).toList());
    }

    /** The rule whose files are real paths. */
    InPlace inRealPlaces() {
        return new InPlace(
                this, paths.stream().map(Path::of).map(PathPattern::exactly).toList());
    }

    @Override
    public String toString() {
        return decision.word() + " " + about() + " (" + where + ")";
    }

    /** A rule and the files that it is about in a place. */
    record InPlace(PermissionRule rule, List<PathPattern> paths) {
        RuleDecision decision() {
            return rule.decision();
        }

        /** Whether the rule is about a call of an agent. */
        Match matches(String agent, CallFacts call) {
            Match known = Match.of((rule.agents.isEmpty() || rule.agents.contains(agent))
                    && (rule.kinds.isEmpty() || rule.kinds.contains(call.kind())));
            if (known == Match.NO) {
                return Match.NO;
            }
            return rule.decision == RuleDecision.ALLOW ? Match.of(surely(call)) : possibly(call);
        }

        /** For a rule that allows: all that it speaks of is known of the call, and nothing else comes along. */
        private boolean surely(CallFacts call) {
            if (call.runsCommand()) {
                boolean meant =
                        !rule.commands.isEmpty() || rule.kinds.contains(ToolCall.Kind.EXECUTE) || !rule.tools.isEmpty();
                if (!meant || call.plainCommand().isEmpty()) {
                    return false;
                }
            }
            List<Path> real = paths.isEmpty() ? List.of() : call.realPaths();
            return (rule.tools.isEmpty() || anyTool(call.tool().stream().toList(), Wildcard::matches))
                    && (rule.commands.isEmpty()
                            || call.plainCommand()
                                    .filter(words -> rule.commands.stream().anyMatch(p -> p.matches(words)))
                                    .isPresent())
                    && (paths.isEmpty()
                            || (!real.isEmpty()
                                    && real.stream()
                                            .allMatch(path -> paths.stream().anyMatch(p -> p.matches(path)))));
        }

        /** For a rule that asks or denies: whether the call may be what it speaks of. */
        private Match possibly(CallFacts call) {
            Match tool = Match.YES;
            if (!rule.tools.isEmpty()) {
                List<String> names = new ArrayList<>(call.tool().stream().toList());
                call.bareTool().ifPresent(names::add);
                tool = Match.of(anyTool(
                        names, (pattern, name) -> Wildcard.matches(Wildcard.folded(pattern), Wildcard.folded(name))));
            }
            Match command = Match.YES;
            if (!rule.commands.isEmpty()) {
                command = call.commands()
                        .map(found -> rule.commands.stream()
                                .map(pattern -> pattern.find(found))
                                .reduce(Match.NO, Match::or))
                        .orElse(call.runsCommand() ? Match.UNSURE : Match.NO);
            }
            return tool.and(command).and(possiblyAboutFiles(call));
        }

        private Match possiblyAboutFiles(CallFacts call) {
            boolean about = paths.isEmpty()
                    || call.possiblePaths().stream()
                            .anyMatch(possible -> paths.stream().anyMatch(pattern -> pattern.mayBe(possible)));
            boolean unsure = !about
                    && (call.leadsAstray()
                            || call.globs().stream()
                                    .anyMatch(glob -> paths.stream().anyMatch(pattern -> pattern.mayMeet(glob))));
            return unsure ? Match.UNSURE : Match.of(about);
        }

        private boolean anyTool(List<String> names, BiPredicate<String, String> matches) {
            return rule.tools.stream()
                    .anyMatch(pattern -> names.stream().anyMatch(name -> matches.test(pattern, name)));
        }

        /**
         * Whether it speaks of all that the other speaks of, nowhere more widely and somewhere more narrowly. Of two rules of
         * which neither does, none is the more specific.
         */
        boolean isNarrowerThan(InPlace other) {
            return other.covers(this) && !covers(other);
        }

        private boolean covers(InPlace other) {
            return covers(List.copyOf(rule.agents), List.copyOf(other.rule.agents), String::equals)
                    && covers(List.copyOf(rule.kinds), List.copyOf(other.rule.kinds), ToolCall.Kind::equals)
                    && covers(rule.tools, other.rule.tools, Wildcard::matches)
                    && covers(rule.commands, other.rule.commands, CommandPattern::covers)
                    && covers(paths, other.paths, PathPattern::covers);
        }

        private static <P> boolean covers(List<P> wide, List<P> narrow, BiPredicate<P, P> covers) {
            return wide.isEmpty()
                    || (!narrow.isEmpty()
                            && narrow.stream().allMatch(n -> wide.stream().anyMatch(w -> covers.test(w, n))));
        }

        @Override
        public String toString() {
            return rule.toString();
        }
    }
}
