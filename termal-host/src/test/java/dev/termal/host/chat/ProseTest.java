package dev.termal.host.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class ProseTest {
    @Test
    void aLineIsBrokenBetweenWordsAndHangsBehindItsMark() {
        assertEquals("one two\nthree", Prose.broken("one two three", 8));
        assertEquals("one two\nthree", Prose.broken("one two three", 7));
        assertEquals("[x] one\n    two\n    three", Prose.broken("[x] one two three", 9));
        assertEquals("✓ one\n  two\n日本 日\n本", Prose.broken("✓ one two\n日本 日 本", 7));
    }

    @Test
    void aWordLongerThanALineIsTheTerminalsToBreak() {
        assertEquals("a\nbbbbbbbbb c", Prose.broken("a bbbbbbbbb c", 5));
        assertEquals("[ ] bbbbbbbbb c", Prose.broken("[ ] bbbbbbbbb c", 5));
    }

    @Test
    void whatIsIndentedStaysWholeAndSoDoBlankLines() {
        assertEquals("  rm -r all of it\n\nso\n", Prose.broken("  rm -r all of it\n\nso\n", 4));
    }

    @Test
    void coloursGoOnInTheNextLine() {
        assertEquals("\u001b[31mone\u001b[0m\n\u001b[31mtwo\u001b[0m", Prose.broken("\u001b[31mone two\u001b[0m", 4));
    }
}
