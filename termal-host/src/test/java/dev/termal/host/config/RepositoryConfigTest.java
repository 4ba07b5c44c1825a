package dev.termal.host.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.McpServer;
import dev.termal.host.config.TrustStore.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A repository's own config: where it is found, when it is trusted, and what it can do then. */
class RepositoryConfigTest {
    @TempDir
    Path temporary;

    private Path folder;
    private Path own;
    private TrustStore store;
    private final List<String> notices = new ArrayList<>();

    @BeforeEach
    void prepare() throws IOException {
        folder = temporary.toRealPath();
        own = folder.resolve("home/.termal/config.json");
        store = new TrustStore(
                folder.resolve("home/.termal/trust.json"),
                Clock.fixed(Instant.parse("2026-01-02T03:04:05.678Z"), ZoneOffset.UTC));
    }

    private Path config(String place, String json) throws IOException {
        Path file = folder.resolve(place).resolve(RepositoryConfig.PLACE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, json);
        return file;
    }

    private Optional<Path> found(String cwd) throws IOException {
        Files.createDirectories(folder.resolve(cwd));
        return RepositoryConfig.find(folder.resolve(cwd), own).map(RepositoryConfig::file);
    }

    @Test
    void theNearestUpToTheTopOfTheRepositoryCounts() throws IOException {
        config("", "{}");
        Path top = config("repo", "{}");
        Path inner = config("repo/a/b", "{}");
        Files.createDirectories(folder.resolve("repo/.git"));
        assertEquals(Optional.of(inner), found("repo/a/b/c"));
        assertEquals(Optional.of(top), found("repo/a"));
        assertEquals(Optional.of(top), found("repo"));
        Files.delete(top);
        assertEquals(Optional.empty(), found("repo/a"), "what is above the repository is none of its business");
    }

    @Test
    void aFurtherWorktreeHasAFileInPlaceOfTheFolder() throws IOException {
        Path top = config("repo", "{}");
        Files.writeString(folder.resolve("repo/.git"), "gitdir: elsewhere");
        assertEquals(Optional.of(top), found("repo/a"));
    }

    @Test
    void outsideOfARepositoryOnlyTheFoldersOwnCounts() throws IOException {
        Path file = config("plain", "{}");
        assertEquals(Optional.of(file), found("plain"));
        assertEquals(Optional.empty(), found("plain/a"));
        assertEquals(Optional.empty(), RepositoryConfig.find(folder.resolve("gone"), own));
    }

    @Test
    void aPersonsOwnFileIsNoRepositorys() throws IOException {
        config("home", "{}");
        assertEquals(Optional.empty(), found("home"));
    }

    @Test
    void trustIsInPathAndContent() throws IOException {
        Path file = config("repo", "{\"agent\": \"known\"}");
        RepositoryConfig read =
                RepositoryConfig.find(folder.resolve("repo"), own).orElseThrow();
        assertEquals(State.UNKNOWN, store.state(read));
        store.trust(read);
        assertEquals(State.TRUSTED, store.state(read));
        Files.writeString(file, "{\"agent\":  \"known\"}");
        RepositoryConfig changed =
                RepositoryConfig.find(folder.resolve("repo"), own).orElseThrow();
        assertEquals(State.CHANGED, store.state(changed));
        store.trust(changed);
        assertEquals(State.CHANGED, store.state(read), "only one content at a time");
        config("copy", "{\"agent\":  \"known\"}");
        assertEquals(
                State.UNKNOWN,
                store.state(RepositoryConfig.find(folder.resolve("copy"), own).orElseThrow()));
        assertEquals("2026-01-02T03:04:05Z", store.all().get(0).since());
        assertTrue(store.revoke(file.toString()).isPresent());
        assertTrue(store.revoke(file.toString()).isEmpty());
        assertEquals(State.UNKNOWN, store.state(changed));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void trustIsKeptForItsOwnerAlone() throws IOException {
        config("repo", "{}");
        store.trust(RepositoryConfig.find(folder.resolve("repo"), own).orElseThrow());
        Path file = folder.resolve("home/.termal/trust.json");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void aBrokenStoreIsNotOverwritten() throws IOException {
        config("repo", "{}");
        Path file = folder.resolve("home/.termal/trust.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{broken");
        RepositoryConfig read =
                RepositoryConfig.find(folder.resolve("repo"), own).orElseThrow();
        assertThrows(AgentException.class, () -> store.trust(read));
        assertEquals("{broken", Files.readString(file));
    }

    @Test
    void aRepositoryCanHaveNoCommandRun() throws IOException {
        String mine = "{\"hooks\": {\"failed\": {\"command\": [\"mine\"]}}}";
        Config own = over(mine, "{}");
        Config both = over(mine, "{\"hooks\": {\"failed\": {\"command\": [\"theirs\"]}, \"turn_done\": 7}}");
        assertEquals(1, own.hooks().size());
        assertEquals(own.hooks(), both.hooks());
        assertEquals(1, notices.size(), notices::toString);
        assertTrue(notices.get(0).endsWith(" hooks: ignored, as only your own config can have commands run"));
    }

    private Config over(String ownJson, String repositoryJson) throws IOException {
        Path file = config("repo", repositoryJson);
        Files.createDirectories(own.getParent());
        Files.writeString(own, ownJson);
        Map<String, String> environment = Map.of();
        Config mine = ConfigReader.read(own, environment, Fixtures.KNOWN);
        Known all = new Known(
                Fixtures.KNOWN.engines(),
                new HashMap<>(new ConfigAgents(own.toString(), mine, Fixtures.KNOWN).profiles()),
                Fixtures.KNOWN.hostOptions());
        notices.clear();
        Config both = RepositoryConfig.find(file.getParent().getParent(), own)
                .orElseThrow()
                .over(mine, environment, all, notices::add);
        assertTrue(notices.stream().allMatch(notice -> notice.startsWith(file + " ")), notices.toString());
        return both;
    }

    @Test
    void choosesOverAPersonsOwn() throws IOException {
        Config both = over("""
                {"timeout": "5m", "idleTimeout": "9s", "agents": {"known": {"model": "m1", "colour": "red",
                 "options": {"style": "plain", "wait": "5s"}}}}
                """, """
                {"agent": "known", "timeout": "1m", "agents": {"known": {"model": "m2", "options": {"style": "fancy"}}}}
                """);
        assertEquals(Map.of("agent", "known", "timeout", "1m", "idleTimeout", "9s"), both.settings());
        assertEquals(
                Map.of("model", List.of("m2"), "colour", List.of("red")),
                both.agent("known").settings());
        assertEquals(Map.of("style", "fancy", "wait", "5s"), both.agent("known").options());
        assertEquals(List.of(), notices);
    }

    @ParameterizedTest
    @CsvSource({
        "'', auto, '', 1",
        "'', ask, '', 0",
        "'', read-only, read-only, 0",
        "auto, ask, ask, 0",
        "read-only, ask, read-only, 1",
        "read-only, deny, deny, 0"
    })
    void tightensPermissionsAndNeverLoosens(String mine, String theirs, String expected, int told) throws IOException {
        Config both = over(
                mine.isEmpty() ? "{}" : "{\"permissions\": \"" + mine + "\"}", "{\"permissions\": \"" + theirs + "\"}");
        assertEquals(expected, both.settings().getOrDefault("permissions", ""));
        assertEquals(told, notices.size(), notices.toString());
    }

    @Test
    void tightensForOneAgentToo() throws IOException {
        Config both = over(
                "{\"agents\": {\"known\": {\"permissions\": \"auto\"}}}",
                "{\"permissions\": \"deny\", \"agents\": {\"known\": {\"model\": \"m\"}}}");
        assertEquals(List.of("deny"), both.agent("known").settings().get("permissions"));
        both = over("{\"permissions\": \"deny\"}", "{\"agents\": {\"known\": {\"permissions\": \"auto\"}}}");
        assertEquals(List.of("deny"), both.agent("known").settings().get("permissions"));
        assertEquals(1, notices.size(), notices.toString());
    }

    @Test
    void aNameKeepsMeaningTheSameProgram() throws IOException {
        Config both = over("""
                {"agents": {"mine": {"command": ["mine"], "env": {"A": "1"}}}}
                """, """
                {"agents": {"mine": {"command": ["theirs"], "env": {"A": "2"}, "env.unset": ["B"]},
                            "known": {"command": ["theirs"], "env": {"LD_PRELOAD": "x"}}}}
                """);
        assertEquals(List.of("mine"), both.agent("mine").command());
        assertEquals(Map.of("A", "1"), both.agent("mine").env());
        assertEquals(List.of(), both.agent("mine").envUnset());
        assertEquals(List.of(), both.agent("known").command());
        assertEquals(Map.of(), both.agent("known").env());
        assertEquals(5, notices.size(), notices.toString());
    }

    @Test
    void bringsAgentsOfItsOwn() throws IOException {
        Config both = over("{}", """
                {"agent": "theirs", "agents": {"theirs": {"command": ["prog"], "env": {"A": "2"}}}}
                """);
        assertEquals(List.of("prog"), both.agent("theirs").command());
        assertEquals(Map.of("A", "2"), both.agent("theirs").env());
        assertEquals(List.of(), notices);
    }

    @Test
    void addsServersAndReplacesNone() throws IOException {
        Config both = over("""
                {"mcpServers": {"a": {"command": "mine"}}, "agents": {"known": {"mcpServers": {"b": {"command": "mine"}}}}}
                """, """
                {"mcpServers": {"a": {"command": "theirs"}, "c": {"command": "theirs"}},
                 "agents": {"known": {"mcpServers": {"a": {"command": "theirs"}, "b": {"command": "theirs"},
                                                     "d": {"command": "theirs"}}}}}
                """);
        assertEquals(List.of("c theirs", "a mine"), servers(both.mcpServers()));
        assertEquals(List.of("b mine", "d theirs"), servers(both.agent("known").mcpServers()));
        assertEquals(3, notices.size(), notices.toString());
    }

    private static List<String> servers(List<McpServer> servers) {
        return servers.stream()
                .map(server -> server.name() + " " + ((McpServer.Stdio) server).command())
                .toList();
    }

    @Test
    void whatIsWrongInItNamesIt() {
        AgentException e = assertThrows(AgentException.class, () -> over("{}", "{\"permissions\": \"maybe\"}"));
        assertTrue(e.getMessage().contains("repo/.termal/config.json permissions"), e.getMessage());
    }
}
