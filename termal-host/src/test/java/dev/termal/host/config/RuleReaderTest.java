package dev.termal.host.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ToolCall.Kind;
import dev.termal.host.permission.PermissionRule;
import dev.termal.host.permission.RuleDecision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Permission rules in a config file. */
class RuleReaderTest {
    @TempDir
    Path folder;

    private Config read(String json) throws IOException {
        Path file = folder.resolve("config.json");
        Files.writeString(file, json);
        return ConfigReader.read(file, Map.of("TOOL", "write"), Fixtures.KNOWN);
    }

    @Test
    void readsAllThatARuleMaySay() throws IOException {
        Config config = read("""
                {"agents": {"mine": {"command": ["x"]}}, "rules": [
                 {"decision": "deny", "command": ["rm *", "git push *"]},
                 {"decision": "allow", "agent": ["known", "mine"], "kind": "edit", "tool": "${TOOL}*", "path": "src/**"},
                 {"decision": "ask"}]}
                """);
        List<PermissionRule> rules = config.rules();
        assertEquals(
                List.of(
                        "command rm * or git push *",
                        "agent known or mine, kind edit, tool write*, path src/**",
                        "everything"),
                rules.stream().map(PermissionRule::about).toList());
        assertEquals(
                List.of(RuleDecision.DENY, RuleDecision.ALLOW, RuleDecision.ASK),
                rules.stream().map(PermissionRule::decision).toList());
        assertEquals(Set.of(Kind.EDIT), rules.get(1).kinds());
        assertTrue(
                rules.get(1).where().endsWith("config.json rules[1]"),
                rules.get(1).where());
        Settings settings = new Settings(config, Map.of(), Fixtures.KNOWN);
        assertTrue(EffectiveConfig.of(config, settings, Fixtures.KNOWN)
                .contains(new EffectiveConfig.Line("rules[0]", "deny command rm * or git push *", Settings.FILE)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | rules: must be a list of rules",
                "[1] | rules[0]: must be an object such as",
                "[{}] | rules[0].decision: \"\" is not one of allow, ask, deny",
                "[{\"decision\":\"permit\"}] | rules[0].decision: \"permit\" is not one of allow, ask, deny",
                "[{\"decision\":\"deny\",\"comand\":\"rm\"}] | \"comand\" is not one of agent, command, decision, kind, path, tool",
                "[{\"decision\":\"deny\",\"agent\":\"no\"}] | rules[0].agent: \"no\" is not one of known",
                "[{\"decision\":\"deny\",\"kind\":\"write\"}] | rules[0].kind: \"write\" is not one of read, edit",
                "[{\"decision\":\"deny\",\"tool\":[]}] | rules[0].tool: is empty",
                "[{\"decision\":\"deny\",\"tool\":7}] | rules[0].tool: must be a text or a list of texts",
                "[{\"decision\":\"deny\",\"path\":\"a/../b\"}] | rules[0].path: \"a/../b\": .. is not possible",
                "[{\"decision\":\"deny\",\"path\":\"a/**b\"}] | ** stands alone between slashes",
                "[{\"decision\":\"deny\",\"command\":\"a; b\"}] | \"a; b\" is no plain command",
                "[{\"decision\":\"allow\",\"command\":\"* status\"}] | names the program: \"* status\" begins with a *",
                "[{\"decision\":\"allow\",\"agent\":\"known\"}] | rules[0]: a rule that allows must say what",
            })
    void whatIsWrongIsTold(String rules, String problem) {
        String json = "{\"rules\": " + rules + "}";
        AgentException failure = assertThrows(AgentException.class, () -> read(json));
        assertTrue(failure.getMessage().contains(problem), failure.getMessage());
    }

    @Test
    void aRepositorysRulesOnlyTighten() throws IOException {
        Config own = read("{\"rules\": [{\"decision\": \"allow\", \"command\": \"make *\"}]}");
        Config theirs = read("""
                {"rules": [{"decision": "allow", "command": "rm *"}, {"decision": "deny", "command": "make install"}]}
                """);
        List<String> notices = new ArrayList<>();
        Config merged = RepositoryMerge.merge(own, theirs, Fixtures.KNOWN, "file", notices::add);
        assertEquals(own.rules(), merged.rules());
        assertEquals(theirs.rules().subList(1, 2), merged.repositoryRules());
        assertTrue(notices.get(0).contains("rules[0]: ignored, as a repository can only tighten"), notices::toString);
    }
}
