package dev.termal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.config.Config;
import dev.termal.host.config.TermalHome;
import dev.termal.host.mcp.HostToolBridge;
import dev.termal.host.tool.BuiltInTools;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ToolWordsTest {
    private final HostContext context = new HostContext();
    private final ToolWords words = new ToolWords(
            new TermalHome(Path.of("/home/me")), new HostToolBridge(context, () -> List.of(new BuiltInTools())));

    private static Config lending(String... tools) {
        Config.Agent agent = new Config.Agent(
                Optional.empty(),
                Optional.empty(),
                List.of("mine"),
                Map.of(),
                List.of(),
                Map.of(),
                Map.of("hostTools", List.of(tools)),
                List.of());
        return new Config(
                Map.of(), Map.of("mine", agent), List.of(), List.of(), List.of(), Map.of(), List.of(), List.of());
    }

    @Test
    void aToolThatIsNotThereIsToldWithItsPlace() {
        assertEquals(List.of(), words.problems(lending()));
        assertEquals(List.of(), words.problems(lending("all")));
        assertEquals(List.of(), words.problems(lending("grep", "activate_skill")));
        String problem = words.problems(lending("grep", "grap")).get(0);
        assertTrue(
                problem.startsWith("/home/me/config.json agents.mine.hostTools: the host has no tool \"grap\"; it has"),
                problem);
    }
}
