package dev.termal.host.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the home is. */
class TermalHomeTest {
    private static Path find(Map<String, String> environment) {
        return TermalHome.find(Optional.empty(), environment).folder();
    }

    @Test
    void itIsInTheHomeUnlessSaid() {
        assertEquals(Path.of("/h/.termal").toAbsolutePath(), find(Map.of("HOME", "/h")));
        assertEquals(Path.of("/h/.termal").toAbsolutePath(), find(Map.of("HOME", "/h", "TERMAL_HOME", " ")));
        Path named = Path.of("/other/./x").toAbsolutePath();
        assertEquals(named.normalize(), find(Map.of("HOME", "/h", "TERMAL_HOME", named.toString())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"home", "./home", "../home", "~/termal"})
    void oneThatDependsOnWhereItIsCalledIsRefused(String relative) {
        AgentException wrong = assertThrows(AgentException.class, () -> find(Map.of("TERMAL_HOME", relative)));
        assertEquals(ErrorCode.CONFIGURATION, wrong.code());
        assertTrue(wrong.getMessage().contains("\"" + relative + "\", which is relative"), wrong::getMessage);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whereNothingCanBeMadeThatFolderIsNamed() {
        AgentException refused = assertThrows(AgentException.class, () -> new TermalHome(Path.of("/proc/x")).run());
        assertEquals(
                "/proc/x/run cannot be made (/proc takes no new folders): let TERMAL_HOME name a folder that you can write to",
                refused.getMessage());
    }
}
