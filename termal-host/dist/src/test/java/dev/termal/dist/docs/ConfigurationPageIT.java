package dev.termal.dist.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Makes {@code docs/configuration.md} from the schema that the packaged host prints. */
class ConfigurationPageIT extends RunTest {
    @Test
    void thePageSaysWhatTheSchemaSays() throws Exception {
        Ended schema = host.run("config", "schema");
        assertEquals(0, schema.exit(), schema::toString);
        GeneratedPage.check(
                "configuration.md", new ConfigurationPage(JsonMapper.shared().readTree(schema.out())).text());
    }
}
