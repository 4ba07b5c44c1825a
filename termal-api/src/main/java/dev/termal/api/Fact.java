package dev.termal.api;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One thing that is known, for people and programs.
 *
 * @param key a stable name in lower camel case, such as {@code agentVersion}
 * @param label what a person reads
 */
public record Fact(String key, String label, Value value) {
    /** Refuses a blank key with an {@link IllegalArgumentException}. */
    public Fact {
        Checks.text("fact key", key);
    }

    /** A fact in text. */
    public static Fact of(String key, String label, String text) {
        return new Fact(key, label, new Value.Text(text));
    }

    /** What is known. */
    public sealed interface Value {
        /** Text. */
        record Text(String text) implements Value {}

        /** A number. */
        record Numeric(BigDecimal number) implements Value {}

        /** Yes or no. */
        record Flag(boolean flag) implements Value {}

        /** A length of time. */
        record Elapsed(Duration duration) implements Value {}

        /** An amount of memory or disk. */
        record Bytes(long bytes) implements Value {}

        /** Several. */
        record Items(List<Value> items) implements Value {
            /** Copies its list. */
            public Items {
                items = List.copyOf(items);
            }
        }

        /** Several by name. */
        record Entries(Map<String, Value> entries) implements Value {
            /** Copies its map. */
            public Entries {
                entries = Checks.ordered(entries);
            }
        }
    }
}
