package dev.termal.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LineDialect;
import dev.termal.api.spi.VendorReply;
import java.io.File;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What plugins were compiled against: the module's borders and its closed sets. A change here is a change of version. */
final class ModuleTest {
    /** The compiled module-info itself: at test time the module is patched and reads JUnit too. */
    private static ModuleDescriptor descriptor() throws Exception {
        Path classes = Path.of(AgentId.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
            return ModuleDescriptor.read(in);
        }
    }

    @Test
    void nothingIsRequiredButTheBase() throws Exception {
        // "requires static" is for the compiler's annotations alone
        Set<String> required = descriptor().requires().stream()
                .filter(requires -> !requires.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
                .map(ModuleDescriptor.Requires::name)
                .collect(Collectors.toSet());
        assertEquals(Set.of("java.base"), required);
    }

    @Test
    void bothPackagesAreExportedToAll() throws Exception {
        ModuleDescriptor module = descriptor();
        assertEquals(
                Set.of("dev.termal.api", "dev.termal.api.spi"),
                module.exports().stream()
                        .filter(export -> !export.isQualified())
                        .map(ModuleDescriptor.Exports::source)
                        .collect(Collectors.toSet()));
        assertTrue(module.opens().isEmpty());
    }

    private static Set<String> kinds(Class<?> sealed) {
        return Arrays.stream(sealed.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void closedSetsAreAsTheyWere() {
        assertEquals(
                new TreeSet<>(List.of(
                        "Extension",
                        "MessageChunk",
                        "Notice",
                        "PlanUpdate",
                        "Replayed",
                        "SessionBound",
                        "StateUpdate",
                        "ThoughtChunk",
                        "ToolCallUpdate",
                        "UsageUpdate")),
                kinds(AgentEvent.class));
        assertEquals(
                new TreeSet<>(
                        List.of("Audio", "BlobResource", "Image", "ResourceLink", "Text", "TextResource", "Unknown")),
                kinds(ContentBlock.class));
        assertEquals(Set.of("Block", "Diff", "Terminal"), kinds(ToolCall.Content.class));
        assertEquals(Set.of("Accepted", "Cancelled", "Declined"), kinds(Answer.class));
        assertEquals(Set.of("Cancelled", "Selected"), kinds(PermissionDecision.class));
        assertEquals(Set.of("Http", "Sse", "Stdio"), kinds(McpServer.class));
        assertEquals(Set.of("ForConnection", "ForSession", "ForTurn"), kinds(LaunchRequest.class));
        assertEquals(Set.of("Ask", "Reject", "Reply"), kinds(VendorReply.class));
        assertEquals(Set.of("Said", "TurnEnd"), kinds(LineDialect.Output.class));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                ToolCall.Kind.class,
                ToolCall.Status.class,
                StopReason.class,
                PermissionOption.Kind.class,
                PlanEntry.Priority.class,
                PlanEntry.Status.class,
                SessionState.Category.class,
                AuthMethod.Kind.class
            })
    void wordsOfTheWireHaveARoomForNewOnes(Class<? extends Enum<?>> words) {
        Enum<?>[] all = words.getEnumConstants();
        assertEquals("OTHER", all[all.length - 1].name());
    }

    @Test
    void recordsHoldNoListThatACallerCanChange() throws Exception {
        Path classes = Path.of(AgentId.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(classes.resolve("dev/termal/api"))) {
            List<? extends Class<?>> records = files.map(
                            file -> classes.relativize(file).toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> named(
                            name.substring(0, name.length() - ".class".length()).replace(File.separatorChar, '.')))
                    .filter(Class::isRecord)
                    .toList();
            assertTrue(records.size() > 50, () -> "too few records found: " + records);
            records.forEach(record -> Arrays.stream(record.getRecordComponents())
                    .forEach(component -> assertTrue(
                            !component.getType().isArray(),
                            () -> record.getName() + "." + component.getName() + " is an array")));
        }
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
