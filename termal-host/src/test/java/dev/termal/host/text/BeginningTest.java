package dev.termal.host.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class BeginningTest {
    @Test
    void whatIsShortIsWholeOnOneLine() {
        assertEquals("a b c", Beginning.of("  a\n\tb  c ", 5));
        assertEquals("", Beginning.of(" \n", 5));
    }

    @Test
    void whatIsLongEndsInAMark() {
        assertEquals("abcd…", Beginning.of("abcdef", 5));
        assertEquals(200, Beginning.ofTitle("x".repeat(5_000_000)).length());
    }

    @Test
    void noCharacterIsCutInTwo() {
        assertEquals("😀😀…", Beginning.of("😀😀😀😀", 3));
        assertEquals("😀😀😀", Beginning.of("😀😀😀", 3));
    }
}
