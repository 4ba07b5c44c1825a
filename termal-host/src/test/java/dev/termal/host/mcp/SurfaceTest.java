package dev.termal.host.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-AG-155")
class SurfaceTest {
    private static Surface of(String... words) {
        return Surface.of(List.of(words), () -> List.of("read_file", "ask_user"), "file agents.x.hostTools");
    }

    @Test
    void noneSomeOrAllAreLent() {
        assertTrue(of().isEmpty());
        assertTrue(of("none").isEmpty());
        assertTrue(of("all").lends("what comes later"));
        assertTrue(of("ask_user").lends("ask_user"));
        assertFalse(of("ask_user").lends("read_file"));
    }

    @Test
    void whatIsNotKnownIsRefusedWithWhatIs() {
        AgentException refused = assertThrows(AgentException.class, () -> of("ask_usr"));
        assertEquals(ErrorCode.CONFIGURATION, refused.code());
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.startsWith("file agents.x.hostTools: "), message);
        assertTrue(message.contains("\"ask_usr\"") && message.contains("read_file, ask_user"), message);
        assertThrows(AgentException.class, () -> of("all", "ask_user"));
    }
}
