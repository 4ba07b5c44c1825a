package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProcFsTest {
    private static final String REST = " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21";

    @Test
    void namesMayHoldAnything() {
        Optional<ProcFs.Stat> stat = ProcFs.parse("77 (a) Z (b c) S 10 20 30 0 -1 4 0 0 0 0 0 0 0 0 20 0 1 0 4711 0");
        assertEquals(Optional.of(new ProcFs.Stat(77, 'S', 10, 20, 30, 4711)), stat);
    }

    @Test
    void zombiesAreTold() {
        assertTrue(ProcFs.parse("5 (x) Z" + REST).orElseThrow().isZombie());
    }

    @Test
    void halfALineIsNothing() {
        assertEquals(Optional.empty(), ProcFs.parse(""));
        assertEquals(Optional.empty(), ProcFs.parse("5 (x) S 1 2"));
    }
}
