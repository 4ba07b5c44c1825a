package dev.termal.host.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Screen apart() {
        return new StreamScreen(out, err, false, () -> {});
    }

    /** Both streams are one terminal. */
    private Screen together() {
        return new StreamScreen(out, out, true, () -> {});
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aFileGetsTheAgentsTextAndNothingElse() {
        Screen screen = apart();
        screen.text("Let me ");
        screen.note("• Read");
        screen.text("look.");
        screen.note("✓ Read");
        screen.newMessage();
        screen.text("Done.");
        screen.finish();
        assertEquals("Let me look.\n\nDone.\n", out());
        assertEquals("• Read\n✓ Read\n", err());
    }

    @Test
    void aFinalLineEndIsNotDoubled() {
        Screen screen = apart();
        screen.text("Done.\n");
        screen.finish();
        screen.finish();
        assertEquals("Done.\n", out());
    }

    @Test
    void messagesAreApartByOneBlankLineHoweverTheyEnd() {
        Screen screen = apart();
        screen.text("One\n");
        screen.newMessage();
        screen.text("Two\n\n\n");
        screen.newMessage();
        screen.text("Three");
        assertEquals("One\n\nTwo\n\n\nThree", out());
    }

    @Test
    void onOneTerminalNotesStartOnLinesOfTheirOwn() {
        Screen screen = together();
        screen.text("Let me look.");
        screen.note("✓ Read");
        screen.newMessage();
        screen.text("Done.");
        screen.finish();
        assertEquals("Let me look.\n✓ Read\n\nDone.\n", out());
    }

    @Test
    void runningLinesAreRewrittenInPlaceAndCannotWrap() {
        Screen screen = together();
        screen.area(List.of("• one", "• two"));
        screen.note("✓ one");
        screen.area(List.of("• two"));
        screen.text("Hi");
        assertEquals(
                "\u001B[?7l• one\n• two\n\u001B[?7h"
                        + "\u001B[2A\r\u001B[J✓ one\n\u001B[?7l• one\n• two\n\u001B[?7h"
                        + "\u001B[2A\r\u001B[J\u001B[?7l• two\n\u001B[?7h"
                        + "\u001B[1A\r\u001B[JHi",
                out());
    }

    @Test
    void thoughtsEndBeforeAnythingElse() {
        Screen screen = together();
        screen.thought("Hm", Look.PLAIN);
        screen.thought(", well", Look.PLAIN);
        screen.text("Hi");
        assertEquals("Hm, well\nHi", out());
    }

    @Test
    void whileAQuestionIsOpenTheRestWaits() {
        Screen screen = together();
        screen.text("Hello");
        screen.ask("Allow? ");
        screen.text(" world");
        screen.note("✓ Read");
        assertEquals("Hello\nAllow? ", out());
        screen.ask("Again? ");
        screen.asked();
        assertEquals("Hello\nAllow? Again?  world\n✓ Read\n", out());
    }

    @Test
    void runningLinesAreDrawnOnceWhereTheyWaitedBehindAQuestion() {
        Screen screen = together();
        screen.area(List.of("• one"));
        screen.ask("Allow? ");
        screen.note("cancelling");
        screen.asked();
        screen.note("⊘ one", List.of());
        String line = "\u001B[?7l• one\n\u001B[?7h";
        String erased = "\u001B[1A\r\u001B[J";
        assertEquals(line + erased + "Allow? cancelling\n" + line + erased + "⊘ one\n", out());
    }

    @Test
    void whatWaitsIsBounded() {
        Screen screen = together();
        screen.ask("Allow? ");
        String much = "x".repeat(StreamScreen.MAX_HELD + 1);
        screen.text(much);
        assertEquals("Allow? \n" + much + "Allow? ", out(), "shown, and asked again below it");
    }

    @Test
    void aBrokenOutputIsToldOnceAndEndsTheShow() {
        AtomicInteger told = new AtomicInteger();
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        Screen screen = new StreamScreen(broken, err, false, told::incrementAndGet);
        screen.text("a");
        screen.text("b");
        screen.note("still there");
        assertEquals(1, told.get());
        assertEquals("", err(), "who does not get the text is not told what became of it");
    }
}
