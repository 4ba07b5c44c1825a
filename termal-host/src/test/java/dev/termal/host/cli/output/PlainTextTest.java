package dev.termal.host.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void harmlessTextStaysAsItIs() {
        String text = "größe 日本 😀\n\tcode\n👩‍👩‍👧";
        assertSame(text, PlainText.clean(text));
    }

    @Test
    void nothingMovesTheCursorOrChangesTheTitle() {
        assertEquals("red", PlainText.clean("\u001B[31mred\u001B[0m"));
        assertEquals("ab", PlainText.clean("a\u001B]0;owned\u0007b"));
        assertEquals("ab", PlainText.clean("a\u001B]8;;http://x\u001B\\b"));
        assertEquals("a\uFFFD[2", PlainText.clean("a\u001B[2"), "a broken sequence is made visible");
        assertEquals("\uFFFD31m", PlainText.clean("\u009B31m"), "the eight-bit form too");
        assertEquals("\uFFFD\uFFFD\uFFFD", PlainText.clean("\b\u007F\0"));
    }

    @Test
    void directionsCannotBeReversed() {
        assertEquals("rm \uFFFDtxt.exe", PlainText.clean("rm \u202Etxt.exe"));
        assertEquals("\uFFFDa\uFFFD", PlainText.clean("\u2066a\u2069"));
    }

    @Test
    void carriageReturnsGo() {
        assertEquals("a\nb", PlainText.clean("a\r\nb"));
    }

    @Test
    void aLineIsOneLineAndBounded() {
        assertEquals("a b c", PlainText.line("  a\n\tb \r\n c ", 100));
        assertEquals("abc…", PlainText.line("abcdefgh", 4));
        assertTrue(PlainText.line("x".repeat(10_000_000), 80).length() <= 80);
    }

    @Test
    void pairsAreNotCut() {
        assertEquals("ab…", PlainText.cut("ab😀cd", 4));
    }
}
