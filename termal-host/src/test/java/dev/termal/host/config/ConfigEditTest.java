package dev.termal.host.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.host.config.ConfigEdit.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigEditTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("home").resolve("config.json");
    }

    private ConfigEdit edit() {
        return new ConfigEdit(file, Map.of("HERE", "1"), Fixtures.KNOWN, config -> List.of());
    }

    private void write(String json) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, json);
    }

    private String text() throws IOException {
        return Files.readString(file);
    }

    @Test
    void makesTheFile() throws IOException {
        Change change = edit().set("permissions", "read-only");
        assertEquals(new Change("permissions", Optional.empty(), Optional.of("\"read-only\""), List.of()), change);
        assertEquals("{\n  \"permissions\": \"read-only\"\n}\n", text());
    }

    @Test
    void itemsOfAListAreAddedChangedAndTakenOut() throws IOException {
        edit().set("/rules/-", "{\"decision\": \"deny\", \"command\": \"rm *\"}");
        edit().set("rules.-", "{\"decision\": \"ask\", \"kind\": \"edit\"}");
        edit().set("rules[0].decision", "ask");
        assertTrue(edit().unset("rules[1]").before().isPresent());
        assertEquals(Optional.empty(), edit().unset("rules[1]").before());
        assertEquals("{\"rules\":[{\"decision\":\"ask\",\"command\":\"rm *\"}]}", text().replaceAll("(?<!rm)\\s", ""));
        assertThrows(AgentException.class, () -> edit().set("rules[1]", "{\"decision\": \"ask\"}"));
        AgentException refused =
                assertThrows(AgentException.class, () -> edit().set("/rules/-", "{\"decision\": \"allow\"}"));
        assertTrue(String.valueOf(refused.getMessage()).contains("must say what"), refused.getMessage());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Tag("R-AG-101")
    void forItsOwnerAlone() throws IOException {
        write("{}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        edit().set("permissions", "deny");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    @Tag("R-AG-101")
    @Tag("PF-84")
    void keepsTheRestInItsOrder() throws IOException {
        write("""
                {"z": 1.10, "agents": {"known": {"colour": "red", "deep": true}}, "agent": "known"}
                """);
        edit().set("agents.known.colour", "green");
        assertEquals("""
                {
                  "z": 1.10,
                  "agents": {
                    "known": {
                      "colour": "green",
                      "deep": true
                    }
                  },
                  "agent": "known"
                }
                """, text());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "agents.known.model | some-model | \"some-model\"",
                "agents.known.model | 1.10 | \"1.10\"",
                "agents.known.model | 007 | \"007\"",
                "agents.known.model | \"true\" | \"true\"",
                "agents.known.model | 12 | 12",
                "agents.known.deep | true | true",
                "agents.known.folders | [\"a\", \"b\"] | [\"a\",\"b\"]",
                "agents.known.env.unset | [\"X\"] | [\"X\"]",
                "/agents/known/model | m | \"m\"",
            })
    void valuesAreJsonWhereTheyLookIt(String path, String value, String expected) throws IOException {
        edit().set(path, value);
        assertTrue(text().replaceAll("\\s", "").contains(expected.replaceAll("\\s", "")), text());
        ConfigReader.read(file, Map.of(), Fixtures.KNOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "permissions | maybe | \"maybe\" is not one of ask, auto, read-only, deny",
                "agents.known.colour | blue | \"blue\" is not one of red, green",
                "agents.known.colour.x | red | \"colour\" on the way to it is no object",
                "agents.new.model | m | needs a \"command\"",
                "timeout | soon | is not a length of time",
                "agents.known.folders | [\"a\" | begins like JSON and is none",
                "agents..model | m | has an empty name in it",
            })
    void whatWouldBeWrongIsNotWritten(String path, String value, String message) throws IOException {
        write("{\"agents\": {\"known\": {\"colour\": \"red\"}}}");
        String before = text();
        AgentException e = assertThrows(AgentException.class, () -> edit().set(path, value));
        assertTrue(e.getMessage().contains(message), e.getMessage());
        assertEquals(before, text());
    }

    @Test
    void aFileThatIsNoJsonIsLeftAlone() throws IOException {
        write("{\"permissions\": \"ask\", // mine\n}");
        String before = text();
        AgentException e = assertThrows(AgentException.class, () -> edit().set("permissions", "deny"));
        assertTrue(e.getMessage().contains("no valid JSON"), e.getMessage());
        assertEquals(before, text());
    }

    @Test
    void repairsAWrongValue() throws IOException {
        write("{\"permissions\": \"maybe\"}");
        edit().set("permissions", "ask");
        assertEquals(
                "ask",
                ConfigReader.read(file, Map.of(), Fixtures.KNOWN).settings().get("permissions"));
    }

    @Test
    void takesAValueOut() throws IOException {
        write("{\"permissions\": \"ask\", \"agents\": {\"known\": {\"colour\": \"red\"}}}");
        assertEquals(Optional.of("\"red\""), edit().unset("agents.known.colour").before());
        assertFalse(text().contains("colour"));
        String before = text();
        assertEquals(Optional.empty(), edit().unset("agents.gone.colour").before());
        assertEquals(before, text());
    }

    @Test
    void secretsAreNotRepeated() {
        Change change = edit().set("agents.known.env.API_KEY", "s3cret");
        assertEquals(Optional.of(EffectiveConfig.MASK), change.after());
        Change whole = edit().set("agents.known.env", "{\"OTHER\": \"x\"}");
        assertEquals(Optional.of("{\"API_KEY\":\"" + EffectiveConfig.MASK + "\"}"), whole.before());
        assertEquals(Optional.of("{\"OTHER\":\"x\"}"), whole.after());
        assertEquals(
                Optional.of("{\"API_KEY\":\"" + EffectiveConfig.MASK + "\"}"),
                edit().set("agents.known.env", "{\"API_KEY\": \"other\"}").after());
        assertEquals(
                Optional.of("{\"API_KEY\":\"" + EffectiveConfig.MASK + "\"}"),
                WrittenConfig.value(file, "agents.known.env"));
    }

    @Test
    void whatIsWrittenCanBeReadBack() {
        Map<String, String> values = Map.of(
                "hooks.turn_done", "{\"command\":[\"true\"]}",
                "rules", "[{\"decision\":\"deny\",\"kind\":\"edit\"}]",
                "agents.mine", "{\"command\":[\"mine\",\"--stdio\"],\"env.unset\":[\"A\"]}",
                "digest", "80",
                "systemPrompt", "two\nlines");
        values.forEach((path, value) -> edit().set(path, value));
        values.forEach((path, value) -> assertEquals(Optional.of(value), WrittenConfig.value(file, path)));
        assertEquals(Optional.of("deny"), WrittenConfig.value(file, "rules[0].decision"));
        assertEquals(Optional.of("[\"true\"]"), WrittenConfig.value(file, "hooks.turn_done.command"));
        assertEquals(Optional.of("[\"A\"]"), WrittenConfig.value(file, "agents.mine.env.unset"));
        assertEquals(Optional.empty(), WrittenConfig.value(file, "agents.mine.model"));
    }

    @Test
    void whatIsWrongBeyondTheReaderIsNotWrittenEither() throws IOException {
        write("{\"agents\": {\"other-one\": {\"command\": [\"x\"]}}}");
        String before = text();
        ConfigEdit edit = new ConfigEdit(
                file,
                Map.of(),
                Fixtures.KNOWN,
                config -> List.of(
                        file + " agents.known.hostTools: no such tool",
                        file + " agents.other-one.hostTools: nor that"));
        AgentException refused =
                assertThrows(AgentException.class, () -> edit.set("agents.known.hostTools", "[\"x\"]"));
        assertEquals(file + " agents.known.hostTools: no such tool", refused.getMessage());
        assertEquals(before, text());
        edit.set("agents.known.model", "m");
        assertTrue(text().contains("\"m\""), "what is wrong elsewhere is no reason");
    }

    @Test
    void aFileInUtf16IsCalledSo() throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[] {(byte) 0xFF, (byte) 0xFE, '{', 0, '}', 0});
        AgentException refused = assertThrows(AgentException.class, () -> edit().set("permissions", "ask"));
        assertEquals(file + ": is text in UTF-16: save it in UTF-8", refused.getMessage());
    }

    @Test
    void theAgentsOfTheFileAreAmongTheChoices() throws IOException {
        write("{\"agents\": {\"mine\": {\"command\": [\"x\"]}}}");
        AgentException refused = assertThrows(AgentException.class, () -> edit().set("agent", "nope"));
        assertTrue(String.valueOf(refused.getMessage()).contains("known, mine"), refused::toString);
    }

    @ParameterizedTest
    @CsvSource({"digest, -1", "digest, 1000001", "agents.known.digest, -1", "agents.known.skills, [\"a\\u0000b\"]"})
    void whatARunWouldRefuseIsNotWritten(String path, String value) {
        AgentException refused = assertThrows(AgentException.class, () -> edit().set(path, value));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.startsWith(file + " " + path), message);
        assertFalse(Files.exists(file));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aLinkStaysALink() throws IOException {
        Path real = folder.resolve("dotfiles.json");
        Files.writeString(real, "{}");
        Files.createDirectories(file.getParent());
        Files.createSymbolicLink(file, real);
        edit().set("permissions", "deny");
        assertTrue(Files.isSymbolicLink(file));
        assertTrue(Files.readString(real).contains("deny"));
    }

    @ParameterizedTest
    @CsvSource({"foo, foo", "foo.bar, foo", "agents.known.bar.deep, agents.known.bar"})
    void anUnknownNameAnywhereInThePathIsRefused(String path, String unknown) {
        AgentException refused = assertThrows(AgentException.class, () -> edit().set(path, "x"));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.startsWith(file + " " + unknown + ": not known"), message);
        assertFalse(Files.exists(file));
    }

    @Test
    void theNearestNameIsTold() {
        AgentException refused = assertThrows(AgentException.class, () -> edit().set("permisions", "deny"));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.contains("did you mean 'permissions'?"), message);
    }

    @Test
    void aVariableThatIsNotSetIsWarnedOf() {
        Change change = edit().set("agents.known.model", "${GONE}");
        assertTrue(change.warnings().toString().contains("no variable GONE"), change::toString);
    }

    @Test
    void severalMistakesAreMendedOneAfterTheOther() throws IOException {
        write("{\"permissions\": \"maybe\", \"timeout\": \"soon\", \"agents\": {\"known\": {\"deep\": 7}}}");
        Change second = edit().set("timeout", "5m");
        assertTrue(second.warnings().toString().contains("permissions: \"maybe\""), second::toString);
        assertThrows(
                AgentException.class, () -> edit().set("timeout", "later"), "a new mistake is none the less refused");
        Change third = edit().unset("agents.known.deep");
        assertTrue(third.warnings().toString().contains("still wrong in another place"), third::toString);
        assertEquals(List.of(), edit().set("permissions", "deny").warnings());
        assertTrue(text().contains("\"5m\""), text());
    }
}
