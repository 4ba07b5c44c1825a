package dev.termal.host.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.termal.api.AgentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published schema and the reader must agree on what is right. */
class ConfigSchemaTest {
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ConfigSchema.of(Fixtures.KNOWN));

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | true",
                "{\"permissions\":\"auto\",\"timeout\":\"1h30m\"} | true",
                "{\"permissions\":\"maybe\"} | false",
                "{\"timeout\":\"5\"} | false",
                "{\"timeout\":\"\"} | false",
                "{\"agents\":{\"known\":{\"colour\":\"red\",\"folders\":[\"a\"],\"deep\":true,\"deep2\":1}}} | true",
                "{\"agents\":{\"known\":{\"colour\":\"blue\"}}} | false",
                "{\"agents\":{\"known\":{\"folders\":\"a\"}}} | false",
                "{\"agents\":{\"known\":{\"engine\":\"bare\"}}} | false",
                "{\"agents\":{\"known\":{\"deep\":\"maybe\"}}} | false",
                "{\"agents\":{\"mine\":{\"command\":[\"p\"],\"options\":{\"style\":\"plain\",\"wait\":\"5s\",\"everywhere\":\"no\"}}}} | true",
                "{\"agents\":{\"mine\":{\"command\":[\"p\"],\"options\":{\"stile\":\"plain\"}}}} | false",
                "{\"agents\":{\"mine\":{\"command\":[]}}} | false",
                "{\"agents\":{\"mine\":{\"command\":\"p\"}}} | false",
                "{\"agents\":{\"Mine\":{\"command\":[\"p\"]}}} | false",
                "{\"mcpServers\":{\"a\":{\"command\":\"x\"},\"b\":{\"command\":[\"x\",\"y\"],\"type\":\"stdio\"}}} | true",
                "{\"mcpServers\":{\"a\":{\"url\":\"http://x\"},\"b\":{\"url\":\"http://x\",\"type\":\"sse\"}}} | true",
                "{\"mcpServers\":{\"a\":{\"command\":[]}}} | false",
                "{\"mcpServers\":{\"a\":{\"command\":\"\"}}} | false",
                "{\"mcpServers\":{\"a\":{\"command\":[1]}}} | false",
                "{\"mcpServers\":{\"a\":{\"url\":\"http://x\",\"type\":\"stdio\"}}} | false",
                "{\"mcpServers\":{\"a\":{\"type\":\"tcp\"}}} | false",
                "{\"rules\":[{\"decision\":\"deny\",\"kind\":[\"edit\"],\"path\":\"src/**\"}]} | true",
                "{\"rules\":[{\"decision\":\"deny\",\"kind\":\"write\"}]} | false",
                "{\"rules\":[{\"decision\":\"deny\",\"comand\":\"rm\"}]} | false",
                "{\"rules\":[{\"command\":\"rm\"}]} | false",
                "{\"rules\":[{\"decision\":\"deny\",\"tool\":[]}]} | false",
                "{\"hooks\":{\"failed\":{\"command\":[\"p\",\"q\"],\"timeout\":\"5s\",\"minDuration\":\"1m\"}}} | true",
                "{\"hooks\":{\"needs_input\":{\"command\":[\"p\"]},\"other\":1}} | true",
                "{\"hooks\":{\"turn_done\":{\"command\":\"p\"}}} | false",
                "{\"hooks\":{\"turn_done\":{\"command\":[]}}} | false",
                "{\"hooks\":{\"turn_done\":{\"timeout\":\"5s\"}}} | false",
                "{\"hooks\":{\"turn_done\":{\"command\":[\"p\"],\"timeout\":5}}} | false",
                "{\"hooks\":{\"turn_done\":[\"p\"]}} | false",
                "{\"hooks\":[]} | false",
                "{\"mcpServers\":{\"a\":{}}} | false",
                "{\"mcpServers\":{\"a\":{\"type\":\"http\",\"command\":\"x\"}}} | false",
            })
    void schemaAndReaderAgree(String json, boolean right) throws IOException {
        assertEquals(
                right,
                SCHEMA.validate(json, InputFormat.JSON).isEmpty(),
                () -> "schema: " + SCHEMA.validate(json, InputFormat.JSON));
        Path file = folder.resolve("config.json");
        Files.writeString(file, json);
        assertEquals(right, reads(file), "reader");
    }

    private static boolean reads(Path file) {
        try {
            ConfigReader.read(file, Map.of(), Fixtures.KNOWN);
            return true;
        } catch (AgentException e) {
            return false;
        }
    }
}
