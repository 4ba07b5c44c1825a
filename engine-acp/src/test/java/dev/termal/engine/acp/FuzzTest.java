package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The engine and agents that say at random what agents say, some of them wrong, cut, doubled, out of order, or until they
 * end. Whatever they do: every call of the host ends once and with one line of reason if it fails, every handler is called as
 * the contract says, nothing in the engine breaks, and nothing of it is left when all is closed.
 *
 * <p>A failure names its seed; {@code -Dtermal.fuzz.first=SEED -Dtermal.fuzz.count=1} plays that one alone.
 */
@Timeout(600)
final class FuzzTest {
    private static final int FIRST = Integer.getInteger("termal.fuzz.first", 1);
    private static final int COUNT = Integer.getInteger("termal.fuzz.count", 15);

    @TempDir
    Path folder;

    @Test
    @Tag("FUZZ-01")
    void nothingThatAnAgentSaysBreaksTheEngine() {
        assertAll(IntStream.range(FIRST, FIRST + COUNT).mapToObj(seed -> () -> play(seed, true)));
    }

    @Test
    @Tag("FUZZ-02")
    void everyRequestOfAnAgentThatBehavesIsAnsweredOnce() {
        assertAll(IntStream.range(FIRST, FIRST + COUNT / 3).mapToObj(seed -> () -> play(seed, false)));
    }

    private void play(int seed, boolean misbehaves) {
        Random random = new Random(seed);
        double[] rates = {0.002, 0.01, 0.05, 0.2};
        double rate = misbehaves ? rates[seed % rates.length] : 0;
        double misfortune = misbehaves && seed % 3 == 0 ? 0.1 : 0;
        try {
            RandomHost host = new RandomHost(folder, random, rate, misfortune);
            host.live();
            if (!misbehaves) {
                assertAnswered(host.lastAgent());
            }
            host.end();
        } catch (Exception | Error e) {
            throw new AssertionError(
                    "seed " + seed + (misbehaves ? ", misbehaving: " : ", behaving: ") + e.getMessage(), e);
        }
    }

    private static void assertAnswered(RandomAgent agent) throws InterruptedException {
        Map<String, Integer> answers = agent.answersSoFar();
        for (int request = 1; request <= agent.requests(); request++) {
            assertEquals(1, answers.getOrDefault("r" + request, 0), "answers to r" + request);
        }
        assertTrue(answers.size() > agent.requests(), "the last one is answered too");
    }
}
