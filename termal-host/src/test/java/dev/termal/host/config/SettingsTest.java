package dev.termal.host.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.PermissionPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    @TempDir
    Path folder;

    private Settings settings(String json, Map<String, String> environment) throws IOException {
        Path file = folder.resolve("config.json");
        Files.writeString(file, json);
        return new Settings(ConfigReader.read(file, environment, Fixtures.KNOWN), environment, Fixtures.KNOWN);
    }

    @Test
    @Tag("R-AG-99")
    @Tag("R-AG-193")
    @Tag("PF-83")
    void environmentBeatsFileBeatsDefault() throws IOException {
        String file = "{\"agents\": {\"known\": {\"colour\": \"green\"}}}";
        assertEquals(List.of("red"), settings("{}", Map.of()).values("known", "colour"));
        assertEquals(List.of("green"), settings(file, Map.of()).values("known", "colour"));
        assertEquals(List.of("red"), settings(file, Map.of("COLOUR", "red")).values("known", "colour"));
        assertEquals(
                List.of("green"),
                settings("{}", Map.of("KNOWN_COLOUR", "green", "COLOUR", "red")).values("known", "colour"));
    }

    @Test
    void theAgentsOwnBeatsTheGeneral() throws IOException {
        String file =
                "{\"permissions\":\"deny\",\"agents\":{\"known\":{\"permissions\":\"auto\"},\"x\":{\"command\":[\"p\"]}}}";
        assertEquals(PermissionPolicy.AUTO, settings(file, Map.of()).permissions("known"));
        assertEquals(PermissionPolicy.DENY, settings(file, Map.of()).permissions("x"));
        assertEquals(PermissionPolicy.ASK, settings("{}", Map.of()).permissions("x"));
        assertEquals(
                PermissionPolicy.READ_ONLY,
                settings(file, Map.of("TERMAL_PERMISSIONS", "read-only")).permissions("known"));
    }

    @Test
    void aProfilesOwnDefaultComesLast() throws IOException {
        assertEquals(
                Optional.of(Duration.ofMinutes(10)), settings("{}", Map.of()).timeout("known"));
        assertEquals(Optional.empty(), settings("{}", Map.of()).timeout("x"));
        assertEquals(
                Optional.of(Duration.ofSeconds(5)),
                settings("{\"timeout\":\"5s\"}", Map.of()).timeout("known"));
    }

    @Test
    void anAgentLikeAnotherHasItsSettings() throws IOException {
        Settings settings =
                settings("{\"agents\":{\"x\":{\"like\":\"known\",\"command\":[\"p\"]}}}", Map.of("KNOWN_MODEL", "big"));
        assertEquals(Optional.of("big"), settings.model("x"));
        assertEquals(List.of("red"), settings.values("x", "colour"));
    }

    @Test
    void aWrongVariableIsNamed() throws IOException {
        Settings settings = settings("{}", Map.of("TERMAL_PERMISSIONS", "maybe"));
        AgentException e = assertThrows(AgentException.class, () -> settings.permissions("known"));
        assertTrue(
                String.valueOf(e.getMessage()).startsWith("environment variable TERMAL_PERMISSIONS: \"maybe\""),
                e.getMessage());
    }

    @Test
    @Tag("R-AG-99")
    @Tag("R-AG-193")
    void theEngineOfTheEnvironmentBeatsTheFiles() throws IOException {
        String file = "{\"agents\":{\"x\":{\"command\":[\"p\"],\"engine\":\"bare\"}}}";
        assertEquals(Optional.of("bare"), settings(file, Map.of()).engine("x").map(Settings.Source::value));
        assertEquals(
                Optional.of("other"),
                settings(file, Map.of("TERMAL_ENGINE", "other")).engine("x").map(Settings.Source::value));
        assertEquals(Optional.empty(), settings(file, Map.of()).engine("known"));
    }

    @Test
    void whatStandsIsListedAndSecretsAreMasked() throws IOException {
        String file = "{\"agents\":{\"known\":{\"colour\":\"green\",\"env\":{\"API_KEY\":\"abc\",\"HOST\":\"h\"}}}}";
        Path path = folder.resolve("config.json");
        Settings settings = settings(file, Map.of());
        Config config = ConfigReader.read(path, Map.of(), Fixtures.KNOWN);
        List<EffectiveConfig.Line> lines = EffectiveConfig.of(config, settings, Fixtures.KNOWN);
        assertTrue(lines.contains(new EffectiveConfig.Line("permissions", "ask", "default")), lines::toString);
        assertTrue(lines.contains(new EffectiveConfig.Line("agents.known.colour", "green", "file")), lines::toString);
        assertTrue(lines.contains(new EffectiveConfig.Line("agents.known.env.HOST", "h", "file")), lines::toString);
        assertTrue(lines.stream().noneMatch(l -> l.value().contains("abc")), lines::toString);
    }
}
