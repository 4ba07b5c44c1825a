package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class StderrTailTest {
    @Test
    void keepsAll() {
        assertEquals("\u001b[31mred\n", tail(64, "\u001b[31mred\n"));
    }

    @Test
    @Tag("R-AG-19")
    void keepsTheEnd() {
        assertEquals("789", tail(3, "0123456789"));
    }

    @Test
    void beginsWithAWholeCharacter() {
        assertEquals("bc", tail(4, "a€bc")); // two bytes of the sign would be left
        assertEquals("xy", tail(5, "😀xy"));
        assertEquals("€bc", tail(5, "a€bc"));
    }

    private static String tail(int bytes, String text) {
        StderrTail tail = new StderrTail(bytes);
        tail.drain(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        return tail.text();
    }
}
