package dev.termal.host.event;

import dev.termal.api.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A turn as it is kept.
 *
 * @param prompt the beginning of the prompt's text
 * @param ended empty while it runs, and where it was interrupted and the session not opened since
 * @param usage what it used, as far as told
 */
public record StoredTurn(
        int turn,
        String prompt,
        Instant started,
        Optional<Instant> ended,
        Optional<Outcome> outcome,
        Optional<Usage> usage) {

    /** What turns used together, as far as told. Money is what was told last, since agents tell it for the whole session. */
    public static Usage total(List<StoredTurn> turns) {
        Usage.Builder total = Usage.builder();
        List<Usage> used = turns.stream().flatMap(turn -> turn.usage().stream()).toList();
        sum(used, Usage::inputTokens).ifPresent(total::inputTokens);
        sum(used, Usage::outputTokens).ifPresent(total::outputTokens);
        sum(used, Usage::thoughtTokens).ifPresent(total::thoughtTokens);
        sum(used, Usage::cachedReadTokens).ifPresent(total::cachedReadTokens);
        sum(used, Usage::cachedWriteTokens).ifPresent(total::cachedWriteTokens);
        sum(used, Usage::totalTokens).ifPresent(total::totalTokens);
        sum(used, Usage::toolCalls).ifPresent(total::toolCalls);
        used.stream().flatMap(usage -> usage.cost().stream()).forEach(total::cost);
        return total.build();
    }

    private static OptionalLong sum(List<Usage> used, Function<Usage, OptionalLong> part) {
        List<OptionalLong> told =
                used.stream().map(part).filter(OptionalLong::isPresent).toList();
        return told.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(
                        told.stream().mapToLong(OptionalLong::getAsLong).sum());
    }
}
