package dev.termal.api.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.RawJson;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LaunchSpecTest {
    private static final Path HERE = Path.of("/here").toAbsolutePath();

    @Test
    void itHoldsWhatWasSaid() {
        JsonEdit edit = new JsonEdit(HERE, "/a", new RawJson("1"), JsonEdit.Lifetime.KEEP);
        LaunchSpec spec = LaunchSpec.builder(HERE.resolve("agent"), HERE)
                .args("--acp")
                .args(List.of("-m", "model"))
                .env("A", "1")
                .secretEnv("KEY", "s3cret")
                .removeEnv("NESTED")
                .stdin("text")
                .file("mcp.json", "{}")
                .edit(edit)
                .ignoresEndOfInput()
                .build();
        assertEquals(List.of(HERE.resolve("agent").toString(), "--acp", "-m", "model"), spec.command());
        assertEquals(List.of("A", "KEY"), List.copyOf(spec.environment().keySet()));
        assertEquals(Set.of("KEY"), spec.secretNames());
        assertEquals(Set.of("NESTED"), spec.removedNames());
        assertEquals(Optional.of("text"), spec.stdin());
        assertEquals("{}", spec.files().get("mcp.json"));
        assertEquals(List.of(edit), spec.edits());
        assertFalse(spec.closesOnEndOfInput());
    }

    @Test
    void itPrintsNoValueOfTheEnvironment() {
        LaunchSpec spec = LaunchSpec.builder(HERE, HERE)
                .secretEnv("KEY", "s3cret")
                .env("PLAIN", "value")
                .build();
        assertFalse(spec.toString().contains("s3cret"));
        assertFalse(spec.toString().contains("value"));
        assertTrue(spec.toString().contains("here"));
    }

    @Test
    void itCannotBeChanged() {
        List<String> command = new ArrayList<>(List.of("agent"));
        LaunchSpec.Builder builder = LaunchSpec.builder(command, HERE);
        command.add("--more");
        LaunchSpec spec = builder.build();
        builder.args("--later").env("A", "1");
        assertEquals(List.of("agent"), spec.command());
        assertTrue(spec.environment().isEmpty());
        assertTrue(spec.closesOnEndOfInput());
        assertThrows(
                UnsupportedOperationException.class, () -> spec.environment().put("a", "b"));
    }
}
