package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ResendGuardTest {
    private static final String FORTY = "0123456789abcdefghijklmnopqrstuvwxyzABCD";

    private final ResendGuard guard = new ResendGuard();

    private String fresh(String chunk) {
        return guard.fresh(chunk, Optional.empty());
    }

    @Test
    @Tag("R-AG-88")
    @Tag("R-AG-133")
    @Tag("PF-38")
    void aRepeatedMessageGivesOnlyWhatIsNew() {
        assertEquals(FORTY, fresh(FORTY));
        assertEquals(" more", fresh(FORTY + " more"));
        assertEquals(" and more", fresh(FORTY + " more and more"));
        assertEquals("", fresh(FORTY + " more and more"));
    }

    @Test
    @Tag("R-AG-88")
    @Tag("PF-39")
    void aShortChunkThatBeginsLikeTheTextIsNoRepetition() {
        assertEquals("**", fresh("**"));
        assertEquals("**bold", fresh("**bold"));
    }

    @Test
    @Tag("R-AG-88")
    void theFirstChunkIsNeverCut() {
        assertEquals(FORTY + FORTY, fresh(FORTY + FORTY));
    }

    @Test
    @Tag("R-AG-88")
    @Tag("PF-40")
    void piecesOfTokensAreJoinedUntouched() {
        assertEquals("the answer is 4", fresh("the answer is 4"));
        assertEquals("1\n42", fresh("1\n42"));
    }

    @Test
    @Tag("R-AG-88")
    @Tag("PF-39")
    void aChunkThatDoesNotGoOnProvesThatTheAgentDoesNotRepeat() {
        fresh(FORTY);
        fresh(FORTY + " quoted again");
        assertEquals("and now something else", fresh("and now something else"));
        assertEquals("!", fresh("!"));
    }

    @Test
    void afterAnInterruptionTheMessageOrTheWholeTextMayBeRepeated() {
        fresh(FORTY);
        fresh(FORTY + " one");
        guard.interrupt();
        assertEquals(FORTY.toUpperCase(java.util.Locale.ROOT), fresh(FORTY.toUpperCase(java.util.Locale.ROOT)));
        assertEquals(" two", fresh(FORTY.toUpperCase(java.util.Locale.ROOT) + " two"));
        guard.interrupt();
        assertEquals(" three", fresh(FORTY + " one" + FORTY.toUpperCase(java.util.Locale.ROOT) + " two" + " three"));
    }

    @Test
    void anotherMessageIdBeginsAnew() {
        assertEquals(FORTY, guard.fresh(FORTY, Optional.of("m1")));
        assertEquals(FORTY + "x", guard.fresh(FORTY + "x", Optional.of("m2")));
        assertEquals("y", guard.fresh(FORTY + "xy", Optional.of("m2")));
    }

    @Test
    void aNewTurnBeginsAnew() {
        fresh(FORTY);
        guard.begin();
        assertEquals(FORTY + "x", fresh(FORTY + "x"));
    }

    /** However an agent that repeats itself cuts its message, the message arrives once. */
    @Property
    @Tag("R-AG-88")
    @Tag("R-AG-151")
    void aCumulativeMessageIsReadOnce(
            @ForAll @AlphaChars @StringLength(min = 40, max = 120) String message,
            @ForAll @Size(max = 20) List<@IntRange(min = ResendGuard.PROOF, max = 120) Integer> cuts) {
        ResendGuard fresh = new ResendGuard();
        List<Integer> ends = new ArrayList<>(cuts.stream()
                .map(cut -> Math.min(cut, message.length()))
                .distinct()
                .sorted()
                .toList());
        if (!ends.contains(message.length())) {
            ends.add(message.length());
        }
        StringBuilder read = new StringBuilder();
        for (int end : ends) {
            read.append(fresh.fresh(message.substring(0, end), Optional.empty()));
        }

        assertEquals(message, read.toString());
    }

    /** An agent that sends what is new is not touched: a chunk is cut only where it repeats all that was said. */
    @Property
    void deltasPassUnchanged(@ForAll @Size(max = 40) List<@AlphaChars @StringLength(max = 31) String> deltas) {
        ResendGuard untouched = new ResendGuard();
        for (String delta : deltas) {
            assertEquals(delta, untouched.fresh(delta, Optional.empty()));
        }
    }
}
