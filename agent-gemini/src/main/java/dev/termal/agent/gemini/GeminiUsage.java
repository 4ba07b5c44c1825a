package dev.termal.agent.gemini;

import dev.termal.api.Usage;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The figures at the end of the CLI's events. */
final class GeminiUsage {
    private GeminiUsage() {}

    /** Empty where no model was asked: the zeros that the CLI prints then are no count. */
    static Optional<Usage> of(JsonNode stats) {
        Usage.Builder usage = tokens(stats);
        JsonLines.number(stats.path("duration_ms")).ifPresent(millis -> usage.duration(Duration.ofMillis(millis)));
        JsonLines.number(stats.path("tool_calls")).ifPresent(usage::toolCalls);
        stats.path("models")
                .properties()
                .forEach(model ->
                        usage.model(model.getKey(), tokens(model.getValue()).build()));
        return Optional.of(usage.build()).filter(GeminiUsage::counts);
    }

    private static Usage.Builder tokens(JsonNode count) {
        Usage.Builder usage = Usage.builder();
        JsonLines.number(count.path("input_tokens")).ifPresent(usage::inputTokens);
        JsonLines.number(count.path("output_tokens")).ifPresent(usage::outputTokens);
        JsonLines.number(count.path("total_tokens")).ifPresent(usage::totalTokens);
        JsonLines.number(count.path("cached")).ifPresent(usage::cachedReadTokens);
        return usage;
    }

    private static boolean counts(Usage usage) {
        return usage.inputTokens().orElse(0)
                        + usage.outputTokens().orElse(0)
                        + usage.totalTokens().orElse(0)
                > 0;
    }
}
