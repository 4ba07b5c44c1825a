package dev.termal.host.config;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Replaces <code>${NAME}</code> in the config's texts by variables of the environment; <code>$${</code> stands for itself. A
 * variable that is not set is a {@link Gap} of the agent or server whose text it is.
 */
final class Variables {
    private static final Pattern REFERENCE = Pattern.compile("\\$(\\$?)\\{([^}]*)}");

    private final Map<String, String> environment;
    private final Consumer<Gap> gaps;
    private final Optional<String> agent;
    private final Optional<String> server;

    private Variables(
            Map<String, String> environment, Consumer<Gap> gaps, Optional<String> agent, Optional<String> server) {
        this.environment = environment;
        this.gaps = gaps;
        this.agent = agent;
        this.server = server;
    }

    /**
     * A text whose variable is not set.
     *
     * @param agent whose it is; empty for what concerns all
     * @param server the MCP server whose it is, if it is one's
     */
    record Gap(Optional<String> agent, Optional<String> server, String where, String text, String variable) {
        String message() {
            return where + ": the environment has no variable " + variable;
        }
    }

    /** With what is missing told, and then left to the listener. */
    static Variables of(Map<String, String> environment, Consumer<Gap> gaps) {
        return new Variables(environment, gaps, Optional.empty(), Optional.empty());
    }

    /** With what is missing an error. */
    static Variables strict(Map<String, String> environment) {
        return of(environment, gap -> {
            throw new AgentException(ErrorCode.CONFIGURATION, gap.message());
        });
    }

    Variables ofAgent(String name) {
        return new Variables(environment, gaps, Optional.of(name), server);
    }

    Variables ofServer(String name) {
        return new Variables(environment, gaps, agent, Optional.of(name));
    }

    /** The text with its variables; empty where one is not set. */
    Optional<String> expand(String where, String text) {
        Matcher m = REFERENCE.matcher(text);
        StringBuilder out = new StringBuilder();
        while (m.find()) {
            String name = m.group(2);
            String value = m.group(1).isEmpty() ? environment.get(name) : "${" + name + "}";
            if (value == null) {
                gaps.accept(new Gap(agent, server, where, text, name));
                return Optional.empty();
            }
            m.appendReplacement(out, Matcher.quoteReplacement(value));
        }
        return Optional.of(m.appendTail(out).toString());
    }

    /** A text, or a list of texts, with their variables; another value as it is. Empty where a variable is not set. */
    Optional<JsonNode> expand(String where, JsonNode value) {
        if (value.isString()) {
            return expand(where, value.stringValue()).map(JsonNodeFactory.instance::stringNode);
        }
        if (!value.isArray()) {
            return Optional.of(value);
        }
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        for (JsonNode item : value) {
            Optional<JsonNode> expanded = expand(where + "[" + items.size() + "]", item);
            if (expanded.isEmpty()) {
                return expanded;
            }
            items.add(expanded.get());
        }
        return Optional.of(items);
    }
}
