package dev.termal.engine.acp;

import dev.termal.api.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Token counts and money from the wire. */
final class UsageMapper {
    private UsageMapper() {}

    /** What a {@code usage_update} tells of the session. */
    static Usage session(JsonNode update) {
        Usage.Builder usage = Usage.builder();
        Json.count(update, "used").ifPresent(usage::contextUsed);
        Json.count(update, "size").ifPresent(usage::contextSize);
        cost(update.path("cost")).ifPresent(usage::cost);
        return usage.build();
    }

    private static Optional<Usage.Cost> cost(JsonNode node) {
        Optional<BigDecimal> amount = Json.number(node, "amount");
        return amount.flatMap(sum -> Json.word(node, "currency").map(currency -> new Usage.Cost(sum, currency)));
    }

    /**
     * What the result of a prompt tells of the turn. {@code toolCalls}, {@code durationMs} and {@code perModel} are not of
     * the protocol: bindings write them where their agent tells such things in words of its own.
     */
    static Optional<Usage> turn(JsonNode result) {
        JsonNode node = result.path("usage");
        if (!node.isObject()) {
            return Optional.empty();
        }
        Usage.Builder usage = tokens(node);
        Json.count(node, "toolCalls").ifPresent(usage::toolCalls);
        Json.count(node, "durationMs").ifPresent(millis -> usage.duration(Duration.ofMillis(millis)));
        cost(node.path("cost")).ifPresent(usage::cost);
        for (Map.Entry<String, JsonNode> model : node.path("perModel").properties()) {
            usage.model(model.getKey(), tokens(model.getValue()).build());
        }
        return Optional.of(usage.build()).filter(known -> !known.equals(Usage.NONE));
    }

    private static Usage.Builder tokens(JsonNode node) {
        Usage.Builder usage = Usage.builder();
        Json.count(node, "inputTokens").ifPresent(usage::inputTokens);
        Json.count(node, "outputTokens").ifPresent(usage::outputTokens);
        Json.count(node, "thoughtTokens").ifPresent(usage::thoughtTokens);
        Json.count(node, "cachedReadTokens").ifPresent(usage::cachedReadTokens);
        Json.count(node, "cachedWriteTokens").ifPresent(usage::cachedWriteTokens);
        Json.count(node, "totalTokens").ifPresent(usage::totalTokens);
        return usage;
    }
}
