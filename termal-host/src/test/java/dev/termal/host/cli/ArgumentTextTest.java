package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class ArgumentTextTest {
    private static final String LINE = "java\0-m\0dev.termal.host/dev.termal.host.cli.Main\0run\0größe 日本\0\0";

    @Test
    void damagedWordsAreRestored() {
        String[] damaged = {"run", "gr\uFFFD\uFFFD\uFFFD\uFFFDe ???\uFFFD", ""};
        assertArrayEquals(new String[] {"run", "größe 日本", ""}, ArgumentText.restored(damaged, LINE));
    }

    @Test
    void otherWordsAreLeftAlone() {
        String[] others = {"agents", "\uFFFD", ""};
        assertSame(others, ArgumentText.restored(others, LINE), "these were not started so");
        String[] more = {"1", "2", "3", "4", "5", "6", "\uFFFD"};
        assertSame(more, ArgumentText.restored(more, LINE));
    }

    @Test
    void plainWordsNeedNothing() {
        String[] plain = {"run", "hello"};
        assertSame(plain, ArgumentText.restored(plain));
    }
}
