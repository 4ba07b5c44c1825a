package dev.termal.host.json;

import dev.termal.api.SessionState;
import dev.termal.api.Usage;
import java.math.BigDecimal;
import java.time.Duration;

/** What is known of a session and what it used, from the JSON of {@link FactsJson}. */
final class FactsReader {
    private FactsReader() {}

    static Usage usage(JsonFields json) {
        Usage.Builder usage = Usage.builder();
        json.whole("inputTokens").ifPresent(usage::inputTokens);
        json.whole("outputTokens").ifPresent(usage::outputTokens);
        json.whole("thoughtTokens").ifPresent(usage::thoughtTokens);
        json.whole("cachedReadTokens").ifPresent(usage::cachedReadTokens);
        json.whole("cachedWriteTokens").ifPresent(usage::cachedWriteTokens);
        json.whole("totalTokens").ifPresent(usage::totalTokens);
        json.whole("contextUsed").ifPresent(usage::contextUsed);
        json.whole("contextSize").ifPresent(usage::contextSize);
        json.whole("toolCalls").ifPresent(usage::toolCalls);
        json.whole("durationMs").ifPresent(millis -> usage.duration(Duration.ofMillis(millis)));
        json.object("cost")
                .ifPresent(cost -> usage.cost(
                        new Usage.Cost(cost.node().path("amount").asDecimal(BigDecimal.ZERO), cost.text("currency"))));
        json.object("models")
                .ifPresent(models -> models.node()
                        .properties()
                        .forEach(model -> usage.model(model.getKey(), usage(new JsonFields(model.getValue())))));
        return usage.build();
    }

    static SessionState state(JsonFields json) {
        return new SessionState(
                json.optional("title"),
                json.optional("mode"),
                json.list(
                        "modes",
                        mode -> new SessionState.Mode(mode.text("id"), mode.text("name"), mode.text("description"))),
                json.list("options", FactsReader::option),
                json.list(
                        "commands",
                        command -> new SessionState.Command(
                                command.text("name"), command.text("description"), command.optional("hint"))));
    }

    private static SessionState.Option option(JsonFields json) {
        return new SessionState.Option(
                json.text("id"),
                json.text("name"),
                json.text("description"),
                json.word("category", SessionState.Category.class, SessionState.Category.OTHER),
                json.word("kind", SessionState.Type.class, SessionState.Type.SELECT),
                json.text("value"),
                json.list(
                        "choices",
                        choice -> new SessionState.Choice(
                                choice.text("value"),
                                choice.text("name"),
                                choice.text("description"),
                                choice.text("group"))));
    }
}
