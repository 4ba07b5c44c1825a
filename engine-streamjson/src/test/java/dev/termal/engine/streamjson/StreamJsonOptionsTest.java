package dev.termal.engine.streamjson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.spi.Setting;
import dev.termal.engine.streamjson.StreamJsonOptions.ProcessModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StreamJsonOptionsTest {
    @Test
    void nothingSaidIsTheDefault() {
        StreamJsonOptions options = StreamJsonOptions.read(Map.of());
        assertEquals(ProcessModel.PER_TURN, options.process());
        assertEquals(Duration.ofSeconds(10), options.lingerTimeout());
        assertTrue(options.capabilities().has(Feature.SESSION_RESUME));
        assertFalse(options.capabilities().has(Feature.PERMISSIONS));
    }

    @Test
    void whatIsSaidCounts() {
        StreamJsonOptions options = StreamJsonOptions.read(
                Map.of("process", "per-session", "lingerTimeout", "1m30s500ms", "features", "usage, plans"));
        assertEquals(ProcessModel.PER_SESSION, options.process());
        assertEquals(Duration.ofMillis(90_500), options.lingerTimeout());
        assertTrue(options.capabilities().has(Feature.PLANS));
        assertFalse(options.capabilities().has(Feature.SESSION_RESUME));
    }

    @Test
    void whatIsNoneIsRefusedWithItsRule() {
        for (Map<String, String> wrong : List.of(
                Map.of("process", "forever"), Map.of("lingerTimeout", "soon"), Map.of("features", "permissions"))) {
            AgentException refused = assertThrows(AgentException.class, () -> StreamJsonOptions.read(wrong));
            assertEquals(ErrorCode.CONFIGURATION, refused.code());
            String value = wrong.values().iterator().next();
            assertTrue(String.valueOf(refused.getMessage()).contains("\"" + value + "\""), refused::toString);
        }
    }

    @Test
    void theProviderTellsThem() {
        StreamJsonEngineProvider provider = new StreamJsonEngineProvider();
        assertEquals("stream-json", provider.id().value());
        assertFalse(provider.takesBareCommand());
        assertEquals(
                List.of("process", "lingerTimeout", "features"),
                provider.settings().stream().map(Setting::key).toList());
    }
}
