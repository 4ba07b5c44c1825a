package dev.termal.host.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.termal.api.Fact;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FactJsonTest {
    @Test
    void whatWasWrittenIsReadAgain() {
        for (Fact.Value value : List.of(
                new Fact.Value.Text("text"),
                new Fact.Value.Numeric(BigDecimal.valueOf(7)),
                new Fact.Value.Flag(true),
                new Fact.Value.Elapsed(Duration.ofMillis(70)),
                new Fact.Value.Bytes(3L << 30),
                new Fact.Value.Items(List.of(new Fact.Value.Text("a"), new Fact.Value.Flag(false))),
                new Fact.Value.Entries(Map.of("cwd", new Fact.Value.Numeric(BigDecimal.ONE))))) {
            Fact fact = new Fact("key", "Label", value);
            assertEquals(fact, FactJson.read(Json.read(Json.line(FactJson.of(fact)))));
        }
    }

    @Test
    void whatIsNoFactIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> FactJson.read(Json.read("{}")));
        assertThrows(IllegalArgumentException.class, () -> FactJson.read(Json.read("7")));
    }
}
