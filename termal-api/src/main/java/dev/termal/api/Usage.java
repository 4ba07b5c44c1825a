package dev.termal.api;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What was used, as far as the agent told it: absent is not zero.
 *
 * <p>It has many parts, so it is built: see {@link #builder()}.
 *
 * @param inputTokens tokens read
 * @param outputTokens tokens written
 * @param thoughtTokens tokens thought
 * @param cachedReadTokens tokens read from a cache
 * @param cachedWriteTokens tokens written to a cache
 * @param totalTokens the agent's own total
 * @param contextUsed tokens in the model's window now
 * @param contextSize the window's size in tokens
 * @param cost money
 * @param duration the agent's own measure of time
 * @param toolCalls how many tools ran
 * @param perModel the same by model; entries have no {@code perModel} of their own
 */
public record Usage(
        OptionalLong inputTokens,
        OptionalLong outputTokens,
        OptionalLong thoughtTokens,
        OptionalLong cachedReadTokens,
        OptionalLong cachedWriteTokens,
        OptionalLong totalTokens,
        OptionalLong contextUsed,
        OptionalLong contextSize,
        Optional<Cost> cost,
        Optional<Duration> duration,
        OptionalLong toolCalls,
        Map<String, Usage> perModel) {

    /** Nothing known. */
    public static final Usage NONE = builder().build();

    /** An amount of money. */
    public record Cost(BigDecimal amount, String currency) {}

    /** Copies its map. */
    public Usage {
        perModel = Checks.ordered(perModel);
    }

    /** A builder with nothing known. */
    public static Builder builder() {
        return new Builder();
    }

    /** These values, and the other's where it knows them. */
    public Usage overlaidBy(Usage later) {
        Builder b = new Builder();
        b.inputTokens = first(later.inputTokens, inputTokens);
        b.outputTokens = first(later.outputTokens, outputTokens);
        b.thoughtTokens = first(later.thoughtTokens, thoughtTokens);
        b.cachedReadTokens = first(later.cachedReadTokens, cachedReadTokens);
        b.cachedWriteTokens = first(later.cachedWriteTokens, cachedWriteTokens);
        b.totalTokens = first(later.totalTokens, totalTokens);
        b.contextUsed = first(later.contextUsed, contextUsed);
        b.contextSize = first(later.contextSize, contextSize);
        b.cost = later.cost.isPresent() ? later.cost : cost;
        b.duration = later.duration.isPresent() ? later.duration : duration;
        b.toolCalls = first(later.toolCalls, toolCalls);
        b.perModel.putAll(perModel);
        b.perModel.putAll(later.perModel);
        return b.build();
    }

    private static OptionalLong first(OptionalLong a, OptionalLong b) {
        return a.isPresent() ? a : b;
    }

    /** Collects the parts of a {@link Usage}. Not for several threads. */
    public static final class Builder {
        private OptionalLong inputTokens = OptionalLong.empty();
        private OptionalLong outputTokens = OptionalLong.empty();
        private OptionalLong thoughtTokens = OptionalLong.empty();
        private OptionalLong cachedReadTokens = OptionalLong.empty();
        private OptionalLong cachedWriteTokens = OptionalLong.empty();
        private OptionalLong totalTokens = OptionalLong.empty();
        private OptionalLong contextUsed = OptionalLong.empty();
        private OptionalLong contextSize = OptionalLong.empty();
        private Optional<Cost> cost = Optional.empty();
        private Optional<Duration> duration = Optional.empty();
        private OptionalLong toolCalls = OptionalLong.empty();
        private final Map<String, Usage> perModel = new LinkedHashMap<>();

        private Builder() {}

        /** Tokens read. */
        public Builder inputTokens(long n) {
            inputTokens = OptionalLong.of(n);
            return this;
        }

        /** Tokens written. */
        public Builder outputTokens(long n) {
            outputTokens = OptionalLong.of(n);
            return this;
        }

        /** Tokens thought. */
        public Builder thoughtTokens(long n) {
            thoughtTokens = OptionalLong.of(n);
            return this;
        }

        /** Tokens read from a cache. */
        public Builder cachedReadTokens(long n) {
            cachedReadTokens = OptionalLong.of(n);
            return this;
        }

        /** Tokens written to a cache. */
        public Builder cachedWriteTokens(long n) {
            cachedWriteTokens = OptionalLong.of(n);
            return this;
        }

        /** The agent's own total. */
        public Builder totalTokens(long n) {
            totalTokens = OptionalLong.of(n);
            return this;
        }

        /** Tokens in the window. */
        public Builder contextUsed(long n) {
            contextUsed = OptionalLong.of(n);
            return this;
        }

        /** The window's size. */
        public Builder contextSize(long n) {
            contextSize = OptionalLong.of(n);
            return this;
        }

        /** Money. */
        public Builder cost(Cost value) {
            cost = Optional.of(value);
            return this;
        }

        /** Time. */
        public Builder duration(Duration value) {
            duration = Optional.of(value);
            return this;
        }

        /** Tools run. */
        public Builder toolCalls(long n) {
            toolCalls = OptionalLong.of(n);
            return this;
        }

        /** What one model used. */
        public Builder model(String name, Usage usage) {
            perModel.put(name, usage);
            return this;
        }

        /** The usage. */
        public Usage build() {
            return new Usage(
                    inputTokens,
                    outputTokens,
                    thoughtTokens,
                    cachedReadTokens,
                    cachedWriteTokens,
                    totalTokens,
                    contextUsed,
                    contextSize,
                    cost,
                    duration,
                    toolCalls,
                    perModel);
        }
    }
}
