package dev.termal.agent.antigravity;

import dev.termal.agent.antigravity.OpenFacts.Tokens;
import dev.termal.api.Usage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The tokens of each turn. Where the end of a turn counts all turns of its process, what was counted before is taken off;
 * a count that falls proves that it never did. For one thread.
 */
final class AntigravityTokens {
    private static final String INPUT = "input_tokens";
    private static final String OUTPUT = "output_tokens";
    private static final String THOUGHT = "thinking_tokens";
    private static final String CACHED = "cache_read_tokens";
    private static final String TOTAL = "total_tokens";

    private Map<String, Long> before = Map.of();
    private Tokens counted;

    AntigravityTokens(Tokens counted) {
        this.counted = counted;
    }

    /** What the turn used that ends with this count; empty where nothing was counted. */
    Optional<Usage> ofTurn(JsonNode usage) {
        Map<String, Long> now = new LinkedHashMap<>();
        for (String key : new String[] {INPUT, OUTPUT, THOUGHT, CACHED, TOTAL}) {
            JsonLines.number(usage.path(key)).ifPresent(count -> now.put(key, count));
        }
        if (now.isEmpty()) {
            return Optional.empty();
        }
        if (before.entrySet().stream().anyMatch(then -> now.getOrDefault(then.getKey(), 0L) < then.getValue())) {
            counted = Tokens.OF_THE_TURN;
        }
        Map<String, Long> base = counted == Tokens.OF_THE_PROCESS ? before : Map.of();
        before = now;
        return Optional.of(usage(now, base));
    }

    private static Usage usage(Map<String, Long> now, Map<String, Long> base) {
        Map<String, Long> turn = new LinkedHashMap<>();
        now.forEach((key, count) -> turn.put(key, count - base.getOrDefault(key, 0L)));
        Usage.Builder usage = Usage.builder();
        Optional.ofNullable(turn.get(INPUT)).ifPresent(usage::inputTokens);
        Optional.ofNullable(turn.get(OUTPUT)).ifPresent(usage::outputTokens);
        Optional.ofNullable(turn.get(THOUGHT)).ifPresent(usage::thoughtTokens);
        Optional.ofNullable(turn.get(CACHED)).ifPresent(usage::cachedReadTokens);
        Optional.ofNullable(turn.get(TOTAL))
                .or(() -> turn.containsKey(INPUT) && turn.containsKey(OUTPUT)
                        ? Optional.of(turn.get(INPUT) + turn.get(OUTPUT))
                        : Optional.empty())
                .ifPresent(usage::totalTokens);
        return usage.build();
    }
}
