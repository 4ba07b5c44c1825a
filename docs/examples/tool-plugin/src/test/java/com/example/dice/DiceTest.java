package com.example.dice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.api.ContentBlock;
import dev.termal.api.RawJson;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class DiceTest {
    private static final RandomGenerator HIGHEST = new RandomGenerator() {
        @Override
        public long nextLong() {
            return -1;
        }

        @Override
        public int nextInt(int bound) {
            return bound - 1;
        }
    };

    private static Object roll(String arguments) {
        return new Dice(HIGHEST)
                .call(new RawJson(arguments), null)
                .toCompletableFuture()
                .join()
                .content()
                .get(0);
    }

    @Test
    void hasSixSidesUnlessToldOtherwise() {
        assertEquals(ContentBlock.text("6"), roll("{}"));
        assertEquals(ContentBlock.text("20"), roll("{\"sides\": 20}"));
    }
}
