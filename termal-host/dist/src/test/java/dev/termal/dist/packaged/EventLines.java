package dev.termal.dist.packaged;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Lines of {@code -o json}, held against the published schema. */
final class EventLines {
    private static final Schema SCHEMA = schema();

    private EventLines() {}

    private static Schema schema() {
        Path file = Path.of(System.getProperty("termal.root"), "docs", "schema", "events.schema.json");
        try {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(Files.readString(file), InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode parse(String line) {
        try {
            return JsonMapper.shared().readTree(line);
        } catch (JacksonException e) {
            throw new AssertionError("no JSON: " + line, e);
        }
    }

    static JsonNode check(String line) {
        List<Error> errors = SCHEMA.validate(line, InputFormat.JSON);
        if (!errors.isEmpty()) {
            throw new AssertionError("not as the schema says: " + line + "\n" + errors);
        }
        return parse(line);
    }
}
