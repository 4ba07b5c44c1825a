package dev.termal.host.mcp;

import dev.termal.host.json.Json;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.json.schema.jackson3.DefaultJsonSchemaValidator;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks arguments with the schemas that tools bring. A schema that is none allows any object, so that one tool's mistake costs neither the
 * tool nor, as it would with the library alone, all others.
 */
final class ToolSchemas implements JsonSchemaValidator {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private static final ValidationResponse ANY = ValidationResponse.asValid(null);

    /** How the library begins to tell that it is the schema which is wrong, as with a pattern that is none. */
    private static final String BROKEN = "Unexpected validation error";

    private final JsonSchemaValidator library = new DefaultJsonSchemaValidator();

    /** The schema, else one that allows any object. */
    ObjectNode usable(ObjectNode schema) {
        return isUsable(schema) ? schema : JsonNodeFactory.instance.objectNode().put("type", "object");
    }

    private boolean isUsable(ObjectNode schema) {
        try {
            Map<String, Object> map = MAPPER.readerForMapOf(Object.class).readValue(Json.line(schema));
            return library.validateSchema(map).valid();
        } catch (RuntimeException | StackOverflowError unreadable) {
            return false;
        }
    }

    @Override
    public ValidationResponse validate(Map<String, Object> schema, Object value) {
        try {
            ValidationResponse response = library.validate(schema, value);
            boolean broken =
                    !response.valid() && String.valueOf(response.errorMessage()).startsWith(BROKEN);
            return broken ? ANY : response;
        } catch (RuntimeException | StackOverflowError unreadable) {
            return ANY;
        }
    }
}
