package dev.termal.host.mcp;

import dev.termal.api.ToolCall;
import dev.termal.api.spi.HostTool;
import dev.termal.host.json.Json;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A tool with what its maker says of it, looked at once, so that a plugin can say no two things in one call. */
record LentTool(HostTool tool, String name, String description, ToolCall.Kind kind, ObjectNode schema) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    /** Empty for one that cannot be lent: the name is no name. */
    static Optional<LentTool> of(HostTool tool) {
        String name = Objects.requireNonNullElse(tool.name(), "");
        return NAME.matcher(name).matches()
                ? Optional.of(new LentTool(
                        tool,
                        name,
                        Objects.requireNonNullElse(tool.description(), ""),
                        Objects.requireNonNullElse(tool.kind(), ToolCall.Kind.OTHER),
                        schema(tool)))
                : Optional.empty();
    }

    /** What is no schema of an object allows any. */
    private static ObjectNode schema(HostTool tool) {
        JsonNode given = tool.schema() == null ? JsonNodeFactory.instance.nullNode() : Json.parse(tool.schema());
        return given instanceof ObjectNode object
                        && object.path("type").asString("").equals("object")
                ? object
                : JsonNodeFactory.instance.objectNode().put("type", "object");
    }
}
