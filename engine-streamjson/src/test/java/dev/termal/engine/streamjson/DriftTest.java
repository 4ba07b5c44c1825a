package dev.termal.engine.streamjson;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class DriftTest {
    private static final Path CWD = Path.of("").toAbsolutePath();
    private static final SessionId A = new SessionId("a");
    private static final SessionRequest FRESH = SessionRequest.in(CWD);
    private static final SessionRequest RESUMED = FRESH.toBuilder().resume(A).build();

    private static Set<Drift> drift(SessionRequest wanted) {
        return Drift.between(FRESH, Optional.of(A), wanted);
    }

    @Test
    @Tag("R-AG-44")
    void anIdThatTheAgentToldItselfIsNone() {
        assertEquals(Set.of(), drift(RESUMED));
        assertEquals(Set.of(), Drift.between(FRESH, Optional.empty(), FRESH));
    }

    @Test
    @Tag("R-AG-44")
    @Tag("PF-71")
    void eachWishIsACause() {
        SessionRequest.Builder all = RESUMED.toBuilder()
                .cwd(CWD.resolve("x"))
                .model("m")
                .effort("e")
                .mode("o")
                .permissions(PermissionPolicy.AUTO)
                .option("k", "v")
                .additionalDirectory(CWD.resolve("y"));
        assertEquals(
                Set.of(
                        Drift.CWD,
                        Drift.MODEL,
                        Drift.EFFORT,
                        Drift.MODE,
                        Drift.PERMISSIONS,
                        Drift.OPTIONS,
                        Drift.FOLDERS),
                drift(all.build()));
    }

    @Test
    @Tag("R-AG-44")
    @Tag("PF-71")
    void anotherConversationIsOneCauseAndNoneAnother() {
        assertEquals(
                Set.of(Drift.CONVERSATION),
                drift(FRESH.toBuilder().resume(new SessionId("b")).build()));
        assertEquals(Set.of(Drift.CONVERSATION_RESET), drift(FRESH));
        assertEquals("conversation-reset", Drift.CONVERSATION_RESET.word());
    }
}
