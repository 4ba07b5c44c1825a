package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class TurnTextTest {
    private final TurnText text = new TurnText();

    private void says(String piece) {
        text.append(piece, Optional.empty());
    }

    private void says(String piece, String id) {
        text.append(piece, Optional.of(id));
    }

    @Test
    void piecesOfOneMessageAreJoined() {
        says("a");
        says("b");
        assertEquals("ab", text.toString());
    }

    @Test
    void somethingElseBetweenBeginsANewMessage() {
        says("a");
        text.interrupt();
        text.interrupt();
        says("b");
        assertEquals("a\n\nb", text.toString());
    }

    @Test
    void anotherIdBeginsANewMessageAndTheSameIdGoesOn() {
        says("a", "1");
        text.interrupt();
        says("b", "1");
        says("c", "2");
        assertEquals("ab\n\nc", text.toString());
    }

    @Test
    void lineEndsCountTowardsTheBlankLine() {
        says("a\n");
        text.interrupt();
        says("b\n\n");
        text.interrupt();
        says("c");
        assertEquals("a\n\nb\n\nc", text.toString());
    }

    @Test
    void nothingIsPutBeforeTheFirstMessageNorForEmptyPieces() {
        text.interrupt();
        says("");
        says("a");
        text.interrupt();
        says("");
        assertEquals("a", text.toString());
    }

    @Test
    void blankIsNoText() {
        says(" \n");
        assertTrue(text.isBlank());
    }

    @Test
    void itIsBounded() {
        String large = "x".repeat(TurnText.MAX - 1);
        says(large);
        says("yz");
        text.interrupt();
        says("more");
        assertEquals(large + "y", text.toString());
    }
}
