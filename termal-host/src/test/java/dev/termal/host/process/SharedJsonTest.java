package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.spi.JsonEdit;
import dev.termal.api.spi.JsonEdit.Lifetime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SharedJsonTest {
    @TempDir
    Path folder;

    private Path file;
    private SharedJson shared;

    @BeforeEach
    void setUp() {
        file = folder.resolve("settings/agent.json");
        shared = new SharedJson(folder.resolve("run"));
    }

    @Test
    @Tag("PF-67")
    void otherMembersOrderAndNumbersAreKept() throws IOException {
        write("{\"z\": 1.10, \"a\": {\"list\": [1, {\"x\": null}]}, \"big\": 12345678901234567890}");
        shared.apply(List.of(edit("/a/new", "true", Lifetime.KEEP)));
        assertEquals(
                "{\"z\":1.10,\"a\":{\"list\":[1,{\"x\":null}],\"new\":true},\"big\":12345678901234567890}", compact());
    }

    @Test
    void missingFilesAreMadeForTheirOwnerAlone() throws IOException {
        shared.apply(List.of(edit("/a~1b/c", "1", Lifetime.KEEP)));
        assertEquals("{\"a/b\":{\"c\":1}}", compact());
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
    }

    @Test
    @Tag("R-AG-161")
    void passingChangesGoWithAllThatWasMadeForThem() throws IOException {
        SharedJson.Edited edited = shared.apply(List.of(edit("/servers/mine", "{}", Lifetime.REMOVE_AT_EXIT)));
        assertEquals("{\"servers\":{\"mine\":{}}}", compact());
        edited.undo();
        assertFalse(Files.exists(file));
        write("{\"other\":1}");
        edited = shared.apply(List.of(edit("/servers/mine", "{}", Lifetime.REMOVE_AT_EXIT)));
        edited.undo();
        edited.undo();
        assertEquals("{\"other\":1}", compact());
    }

    @Test
    void theValueThatStoodBeforeComesBack() throws IOException {
        write("{\"mode\":\"old\"}");
        SharedJson.Edited edited = shared.apply(List.of(edit("/mode", "\"new\"", Lifetime.REMOVE_AT_EXIT)));
        edited.undo();
        assertEquals("{\"mode\":\"old\"}", compact());
    }

    @Test
    void aValueThatSomebodyElseSetMeanwhileStays() throws IOException {
        SharedJson.Edited edited = shared.apply(List.of(edit("/mode", "1", Lifetime.REMOVE_AT_EXIT)));
        write("{\"mode\":2}");
        edited.undo();
        assertEquals("{\"mode\":2}", compact());
    }

    @Test
    void aChangeOfTwoProcessesGoesWithTheLast() throws IOException {
        SharedJson.Edited first = shared.apply(List.of(edit("/s/a", "1", Lifetime.REMOVE_AT_EXIT)));
        SharedJson.Edited second = shared.apply(List.of(edit("/s/a", "1", Lifetime.REMOVE_AT_EXIT)));
        first.undo();
        assertEquals("{\"s\":{\"a\":1}}", compact());
        second.undo();
        assertFalse(Files.exists(file));
    }

    @Test
    void whatWasMadeForTheFirstGoesWithTheLast() throws IOException {
        SharedJson.Edited first = shared.apply(List.of(edit("/s/a", "1", Lifetime.REMOVE_AT_EXIT)));
        SharedJson.Edited second = shared.apply(List.of(edit("/s/b", "2", Lifetime.REMOVE_AT_EXIT)));
        first.undo();
        assertEquals("{\"s\":{\"b\":2}}", compact());
        second.undo();
        assertFalse(Files.exists(file));
    }

    @Test
    @Tag("PF-67")
    void filesThatAreNoJsonAreRefusedAndLeftAlone() throws IOException {
        for (String text : List.of("{\"a\":1", "[1]", "{} // comment", "{\"a\":1} {}")) {
            write(text);
            AgentException e =
                    assertThrows(AgentException.class, () -> shared.apply(List.of(edit("/a", "2", Lifetime.KEEP))));
            assertEquals(ErrorCode.CONFIGURATION, e.code());
            assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
            assertEquals(text, Files.readString(file));
        }
    }

    @Test
    void aPointerThroughSomethingElseIsRefusedAndNothingIsChanged() throws IOException {
        write("{\"a\":[1]}");
        Path other = folder.resolve("other.json");
        AgentException e = assertThrows(
                AgentException.class,
                () -> shared.apply(List.of(
                        new JsonEdit(other, "/x", new RawJson("1"), Lifetime.REMOVE_AT_EXIT),
                        edit("/a/0/b", "2", Lifetime.REMOVE_AT_EXIT))));
        assertEquals(ErrorCode.CONFIGURATION, e.code());
        assertEquals("{\"a\":[1]}", Files.readString(file));
        assertFalse(Files.exists(other));
    }

    @Test
    void aLinkStaysALink() throws IOException {
        Path real = folder.resolve("dotfiles.json");
        Files.writeString(real, "{}");
        Files.createDirectories(file.getParent());
        Files.createSymbolicLink(file, real);
        shared.apply(List.of(edit("/a", "1", Lifetime.KEEP)));
        assertTrue(Files.isSymbolicLink(file));
        assertEquals("{\n  \"a\": 1\n}\n", Files.readString(real));
    }

    @Test
    @Tag("R-AG-161")
    @Tag("PF-69")
    void whatADeadHostLeftIsSwept() throws IOException {
        write("{\"mine\":1,\"theirs\":{\"x\":2}}");
        Files.createDirectories(folder.resolve("run"));
        Files.writeString(folder.resolve("run/edits.json"), """
                {"edits":[{"id":"1","pid":1,"start":"long ago","file":"%s","pointer":"/theirs/x","value":2,"made":"/theirs"}]}
                """.formatted(file.toRealPath()));
        shared.apply(List.of(edit("/new", "3", Lifetime.KEEP)));
        assertEquals("{\"mine\":1,\"new\":3}", compact());
    }

    private JsonEdit edit(String pointer, String value, Lifetime lifetime) {
        return new JsonEdit(file, pointer, new RawJson(value), lifetime);
    }

    private void write(String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String compact() throws IOException {
        return JsonDocument.MAPPER.readTree(Files.readString(file)).toString();
    }
}
