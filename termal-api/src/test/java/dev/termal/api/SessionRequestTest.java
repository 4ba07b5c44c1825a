package dev.termal.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class SessionRequestTest {
    private static final Path HERE = Path.of("/here").toAbsolutePath();

    private static final List<UnaryOperator<SessionRequest.Builder>> CHANGES = List.of(
            b -> b.cwd(HERE.resolve("sub")),
            b -> b.resume(new SessionId("s")),
            b -> b.replay(SessionRequest.Replay.DELIVER),
            b -> b.model("m"),
            b -> b.mode("plan"),
            b -> b.effort("high"),
            b -> b.option("o", "1"),
            b -> b.permissions(PermissionPolicy.DENY),
            b -> b.mcpServer(new McpServer.Stdio("x", HERE, List.of(), Map.of())),
            b -> b.additionalDirectory(HERE.resolve("more")),
            b -> b.systemPrompt("be kind"));

    @Test
    void everyPartCountsForEqualityAndSurvivesRebuilding() {
        SessionRequest plain = SessionRequest.in(HERE);
        for (UnaryOperator<SessionRequest.Builder> change : CHANGES) {
            SessionRequest changed = change.apply(SessionRequest.builder(HERE)).build();
            assertNotEquals(plain, changed);
            assertEquals(changed, changed.toBuilder().build());
            assertEquals(changed.hashCode(), changed.toBuilder().build().hashCode());
        }
    }

    @Test
    void aBuilderDoesNotChangeWhatItBuilt() {
        SessionRequest.Builder builder = SessionRequest.builder(HERE);
        SessionRequest before = builder.build();
        CHANGES.forEach(change -> assertNotEquals(before, change.apply(builder).build()));
        assertEquals(SessionRequest.in(HERE), before);
        assertThrows(UnsupportedOperationException.class, () -> before.options().put("a", "b"));
        assertThrows(
                UnsupportedOperationException.class, () -> before.mcpServers().clear());
    }

    @Test
    void askingIsTheDefaultAndFreshForgets() {
        SessionRequest request =
                SessionRequest.builder(HERE).resume(new SessionId("s")).fresh().build();
        assertEquals(Optional.empty(), request.resume());
        assertEquals(PermissionPolicy.ASK, request.permissions());
        assertEquals(SessionRequest.Replay.DISCARD, request.replay());
    }

    @Test
    void foldersAreAbsolute() {
        Path relative = Path.of("relative");
        SessionRequest.Builder builder = SessionRequest.builder(HERE);
        for (Executable wrong : List.<Executable>of(
                () -> SessionRequest.builder(relative),
                () -> builder.cwd(relative),
                () -> builder.additionalDirectory(relative))) {
            String message = assertThrows(IllegalArgumentException.class, wrong).getMessage();
            assertEquals(true, String.valueOf(message).endsWith("is not absolute: relative"), message);
        }
    }
}
