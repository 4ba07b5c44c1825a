package dev.termal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a host without engines and agents can still tell where its settings are wrong. */
class BrokenConfigTest {
    @TempDir
    Path folder;

    private final Map<String, String> variables = new HashMap<>();

    private Termal open() {
        return Termal.open(HostOptions.builder()
                .home(folder.resolve("home"))
                .environment(variables)
                .build());
    }

    private void config(String json) throws IOException {
        Files.createDirectories(folder.resolve("home"));
        Files.writeString(folder.resolve("home/config.json"), json);
    }

    private AgentException refused(Termal host) {
        return assertThrows(
                AgentException.class,
                () -> host.plan(SessionSpec.builder(folder).build()).agent());
    }

    /** What the host brings by itself, where no plugin is. */
    private static List<String> provided(Termal host) {
        return host.plugins().stream()
                .flatMap(plugin -> plugin.provides().stream())
                .toList();
    }

    @Test
    void theListsTellWhatTheyCan() throws Exception {
        config("{\"permissions\": \"maybe\"");
        try (Termal host = open()) {
            assertTrue(host.configProblem().orElseThrow().contains("a } is missing"), host.configProblem()::toString);
            assertTrue(host.agents().isEmpty()
                    && host.engines().isEmpty()
                    && host.signIns().isEmpty());
            assertEquals(List.of("tools ask_user, read_file, list_dir, grep"), provided(host));
            assertFalse(host.config().isEmpty());
            assertTrue(host.warnings().isEmpty());
            assertEquals(ErrorCode.CONFIGURATION, refused(host).code());
        }
    }

    @Test
    void aVariableIsNamedAsTheSource() throws Exception {
        variables.put("TERMAL_AGENT", "bogus");
        try (Termal host = open()) {
            AgentException wrong = refused(host);
            assertEquals(ErrorCode.CONFIGURATION, wrong.code());
            assertTrue(wrong.getMessage().startsWith("environment variable TERMAL_AGENT: no agent is named"));
            assertEquals(Optional.of(wrong.getMessage()), host.configProblem());
            AgentException named = assertThrows(
                    AgentException.class,
                    () -> host.plan(SessionSpec.builder(folder).agent("bogus").build()));
            assertEquals(ErrorCode.EXECUTABLE_NOT_FOUND, named.code(), "what a flag names is looked for and not found");
        }
    }

    @Test
    void aWrongVariableIsShownInThePlaceOfItsSetting() throws Exception {
        variables.put("TERMAL_TIMEOUT", "soon");
        try (Termal host = open()) {
            EffectiveSetting timeout = host.config().stream()
                    .filter(setting -> setting.path().equals("timeout"))
                    .findFirst()
                    .orElseThrow();
            assertTrue(timeout.value().contains("TERMAL_TIMEOUT"), timeout::toString);
            assertTrue(host.configProblem().isPresent());
        }
    }

    @Test
    void aRepositorysFileThatStopsEverySessionIsNotTrusted() throws Exception {
        Path repository = Files.createDirectories(folder.resolve("repository/.termal"));
        for (String wrong : List.of("{\n  no json", "{\"permissions\": \"maybe\"}")) {
            Files.writeString(repository.resolve("config.json"), wrong);
            try (Termal host = open()) {
                RepositoryFile file =
                        host.repositoryFile(repository.getParent()).orElseThrow();
                AgentException refused = assertThrows(AgentException.class, () -> host.trust(file));
                assertEquals(ErrorCode.CONFIGURATION, refused.code());
                boolean placed = refused.getMessage()
                        .contains(wrong.contains("no json") ? "at line 2, column" : "permissions: ");
                assertTrue(placed, refused::getMessage);
                assertEquals(List.of(), host.trusted());
            }
        }
    }

    @Test
    void listsNeedNoHome() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        try (Termal host = Termal.open(HostOptions.builder()
                .home(file.resolve("home"))
                .environment(variables)
                .build())) {
            assertTrue(host.agents().isEmpty());
            assertEquals(List.of("tools ask_user, read_file, list_dir, grep"), provided(host));
            assertFalse(host.config().isEmpty());
        }
    }
}
