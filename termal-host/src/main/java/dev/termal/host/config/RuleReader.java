package dev.termal.host.config;

import dev.termal.api.ToolCall;
import dev.termal.host.permission.PermissionRule;
import dev.termal.host.permission.RuleDecision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the permission rules of a config file. All that is wrong fails: a word that is not known, left out, would make a rule
 * wider than it was meant.
 */
final class RuleReader {
    static final String KEY = "rules";
    static final List<String> DECISIONS =
            Arrays.stream(RuleDecision.values()).map(RuleDecision::word).toList();
    static final List<String> KINDS =
            Arrays.stream(ToolCall.Kind.values()).map(PermissionRule::word).toList();
    private static final int MAX_RULES = 1_000;
    private static final Set<String> NAMES =
            new TreeSet<>(Set.of("decision", "agent", "kind", "tool", "command", "path"));

    private final String file;
    private final Variables variables;
    private final Set<String> agents;

    /**
     * A reader.
     *
     * @param agents all that there are, those of the file among them
     */
    RuleReader(String file, Variables variables, Set<String> agents) {
        this.file = file;
        this.variables = variables;
        this.agents = agents;
    }

    List<PermissionRule> read(JsonNode node) {
        if (node.isMissingNode()) {
            return List.of();
        }
        if (!node.isArray() || node.size() > MAX_RULES) {
            throw ConfigError.at(file + " " + KEY, "must be a list of rules, " + MAX_RULES + " at most");
        }
        List<PermissionRule> rules = new ArrayList<>();
        for (JsonNode rule : node) {
            String where = file + " " + KEY + "[" + rules.size() + "]";
            if (!(rule instanceof ObjectNode object)) {
                throw ConfigError.at(
                        where, "must be an object such as {\"decision\": \"deny\", \"command\": \"rm *\"}");
            }
            rules.add(rule(object, where));
        }
        return rules;
    }

    private PermissionRule rule(ObjectNode node, String where) {
        node.propertyNames().stream()
                .filter(name -> !NAMES.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw ConfigError.choices(where, name, NAMES);
                });
        RuleDecision decision =
                RuleDecision.valueOf(choice(node.path("decision").asString(""), DECISIONS, where + ".decision")
                        .toUpperCase(Locale.ROOT));
        Set<String> names = new LinkedHashSet<>(texts(node, "agent", where));
        names.forEach(name -> choice(name, agents, where + ".agent"));
        Set<ToolCall.Kind> kinds = new LinkedHashSet<>();
        texts(node, "kind", where)
                .forEach(word -> kinds.add(ToolCall.Kind.valueOf(
                        choice(word, KINDS, where + ".kind").toUpperCase(Locale.ROOT))));
        List<String> paths = texts(node, "path", where);
        paths.forEach(path -> checkPath(path, where + ".path"));
        PermissionRule rule = PermissionRule.of(
                decision,
                where,
                names,
                kinds,
                texts(node, "tool", where),
                texts(node, "command", where),
                paths,
                problem -> ConfigError.at(where, problem));
        if (decision == RuleDecision.ALLOW
                && kinds.isEmpty()
                && rule.tools().isEmpty()
                && rule.commands().isEmpty()
                && paths.isEmpty()) {
            throw ConfigError.at(
                    where,
                    "a rule that allows must say what: a kind, tool, command or path; to allow everything is the policy"
                            + " \"auto\"");
        }
        return rule;
    }

    private static void checkPath(String path, String where) {
        if (Arrays.asList(path.split("[/\\\\]")).contains("..")) {
            throw ConfigError.at(where, "\"" + path + "\": .. is not possible in a rule");
        }
        if (Arrays.stream(path.split("[/\\\\]")).anyMatch(name -> name.contains("**") && !name.equals("**"))) {
            throw ConfigError.at(where, "\"" + path + "\": ** stands alone between slashes");
        }
    }

    private static String choice(String value, java.util.Collection<String> choices, String where) {
        if (!choices.contains(value)) {
            throw ConfigError.choices(where, value, choices);
        }
        return value;
    }

    /** One text or a list of them. */
    private List<String> texts(ObjectNode node, String key, String where) {
        JsonNode value = Optional.ofNullable(node.get(key)).orElse(node.arrayNode());
        List<String> texts = new ArrayList<>();
        String at = where + "." + key;
        for (JsonNode item : value.isArray() ? value : node.arrayNode().add(value)) {
            if (!item.isString() || item.stringValue().isBlank()) {
                throw ConfigError.at(at, "must be a text or a list of texts");
            }
            variables.expand(at, item.stringValue()).ifPresent(texts::add); // else it has failed by now
        }
        if (node.has(key) && texts.isEmpty()) {
            throw ConfigError.at(at, "is empty, so the rule would be about nothing: leave it out for all");
        }
        return texts;
    }
}
