package dev.termal.host.permission;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.ToolCall;
import dev.termal.host.event.Remember.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The file of remembered rules, as text and back. What cannot be understood fails: a rule left out may be one that denies. */
final class RuleFile {
    private static final long MAX_BYTES = 8L << 20;
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final List<String> NAMES =
            List.of("id", "decision", "scope", "folder", "agent", "kind", "tool", "command", "path", "since", "until");

    private RuleFile() {}

    static List<RememberedRule> read(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException("over " + MAX_BYTES + " bytes");
            }
            List<RememberedRule> rules = new ArrayList<>();
            JsonNode list = JSON.readTree(Files.readString(file)).path("rules");
            if (!list.isArray()) {
                throw new IllegalArgumentException("there is no list of \"rules\"");
            }
            for (JsonNode node : list) {
                rules.add(rule(node));
            }
            return rules;
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException | JacksonException | IllegalArgumentException | java.time.DateTimeException e) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    file + ": the remembered permissions cannot be read: " + e.getMessage()
                            + ". Mend the file, or remove it to forget them.",
                    e);
        }
    }

    private static RememberedRule rule(JsonNode node) {
        if (!NAMES.containsAll(node.propertyNames())) {
            throw new IllegalArgumentException("a rule has other names than " + String.join(", ", NAMES));
        }
        List<String> words = texts(node, "command");
        Set<ToolCall.Kind> kinds = texts(node, "kind").stream()
                .map(word -> ToolCall.Kind.valueOf(word.toUpperCase(Locale.ROOT)))
                .collect(Collectors.toSet());
        PermissionRule rule = new PermissionRule(
                RuleDecision.valueOf(text(node, "decision").toUpperCase(Locale.ROOT)),
                "remembered as " + text(node, "id"),
                new LinkedHashSet<>(texts(node, "agent")),
                kinds,
                texts(node, "tool"),
                words.isEmpty() ? List.of() : List.of(CommandPattern.exactly(words)),
                texts(node, "path"));
        if (!rule.paths().stream().map(Path::of).allMatch(Path::isAbsolute)) {
            throw new IllegalArgumentException("a \"path\" begins with the root");
        }
        Scope scope = Scope.valueOf(text(node, "scope").toUpperCase(Locale.ROOT));
        Optional<Path> folder = Optional.ofNullable(node.get("folder"))
                .map(JsonNode::stringValue)
                .map(Path::of);
        if (folder.isPresent() != (scope == Scope.FOLDER)) {
            throw new IllegalArgumentException("a rule has a \"folder\" where its scope is one, and only there");
        }
        return new RememberedRule(
                text(node, "id"),
                scope,
                folder,
                rule,
                Instant.parse(text(node, "since")),
                Optional.ofNullable(node.get("until"))
                        .map(JsonNode::stringValue)
                        .map(Instant::parse));
    }

    private static String text(JsonNode node, String name) {
        String text = node.path(name).asString("");
        if (text.isEmpty()) {
            throw new IllegalArgumentException("a rule has no \"" + name + "\"");
        }
        return text;
    }

    private static List<String> texts(JsonNode node, String name) {
        List<String> texts = new ArrayList<>();
        JsonNode list = node.path(name);
        if (!list.isMissingNode() && (!list.isArray() || list.isEmpty())) {
            throw new IllegalArgumentException("\"" + name + "\" must be a list of texts");
        }
        for (JsonNode item : list) {
            texts.add(item.stringValue());
        }
        return texts;
    }

    static String text(List<RememberedRule> rules) {
        ObjectNode root = JSON.createObjectNode();
        var list = root.putArray("rules");
        for (RememberedRule remembered : rules) {
            PermissionRule rule = remembered.rule();
            ObjectNode node = list.addObject()
                    .put("id", remembered.id())
                    .put("decision", rule.decision().word())
                    .put("scope", remembered.scope().name().toLowerCase(Locale.ROOT));
            remembered.folder().ifPresent(folder -> node.put("folder", folder.toString()));
            put(node, "agent", rule.agents());
            put(node, "kind", rule.kinds().stream().map(PermissionRule::word).toList());
            put(node, "tool", rule.tools());
            rule.commands().forEach(command -> put(node, "command", command.words()));
            put(node, "path", rule.paths());
            node.put("since", remembered.since().toString());
            remembered.until().ifPresent(end -> node.put("until", end.toString()));
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private static void put(ObjectNode node, String name, Collection<String> texts) {
        if (!texts.isEmpty()) {
            var array = node.putArray(name);
            texts.forEach(array::add);
        }
    }
}
