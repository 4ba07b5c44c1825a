package dev.termal.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class UsageTest {
    private static Usage.Builder all(long n) {
        return Usage.builder()
                .inputTokens(n)
                .outputTokens(n)
                .thoughtTokens(n)
                .cachedReadTokens(n)
                .cachedWriteTokens(n)
                .totalTokens(n)
                .contextUsed(n)
                .contextSize(n)
                .cost(new Usage.Cost(BigDecimal.valueOf(n), "USD"))
                .duration(Duration.ofSeconds(n))
                .toolCalls(n);
    }

    @Test
    void absentIsNotZero() {
        assertEquals(OptionalLong.empty(), Usage.NONE.inputTokens());
        assertEquals(Usage.NONE, Usage.builder().build());
    }

    @Test
    void whatIsKnownLaterWins() {
        Usage first = all(1).build();
        Usage later = all(2).build();
        assertEquals(later, first.overlaidBy(later));
        assertEquals(first, later.overlaidBy(first));
    }

    @Test
    void whatIsNotKnownLaterStays() {
        Usage first = all(1).build();
        assertEquals(first, first.overlaidBy(Usage.NONE));
        assertEquals(first, Usage.NONE.overlaidBy(first));
        Usage zero = first.overlaidBy(Usage.builder().outputTokens(0).build());
        assertEquals(OptionalLong.of(0), zero.outputTokens());
        assertEquals(OptionalLong.of(1), zero.inputTokens());
    }

    @Test
    void modelsAreJoined() {
        Usage one = Usage.builder().inputTokens(1).build();
        Usage two = Usage.builder().inputTokens(2).build();
        Usage joined = Usage.builder()
                .model("z", one)
                .model("a", one)
                .build()
                .overlaidBy(Usage.builder().model("a", two).model("b", two).build());
        assertEquals(List.of("z", "a", "b"), List.copyOf(joined.perModel().keySet()));
        assertEquals(two, joined.perModel().get("a"));
    }
}
