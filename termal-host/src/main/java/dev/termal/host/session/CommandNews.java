package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentSession;
import dev.termal.api.Prompt;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineContext.Scheduled;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;

/**
 * Whether the agent has told its commands yet. Agents tell them a moment after a session was opened, so a first prompt that looks like
 * one waits for that, once and not long. Thread-safe.
 */
final class CommandNews {
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Pattern COMMAND = Pattern.compile("\\s*/[\\p{L}\\p{N}_:.-]+(\\s.*)?", Pattern.DOTALL);

    private final EngineContext context;
    private final CompletableFuture<Void> told = new CompletableFuture<>();

    CommandNews(EngineContext context) {
        this.context = context;
    }

    void heard(AgentEvent event) {
        if (event instanceof AgentEvent.StateUpdate update
                && !update.state().commands().isEmpty()) {
            told.complete(null);
        }
    }

    void await(Prompt prompt, AgentSession session) throws InterruptedException {
        boolean known = told.isDone() || !session.state().commands().isEmpty();
        if (known || !COMMAND.matcher(prompt.text()).matches()) {
            return;
        }
        Scheduled patience = context.schedule(PATIENCE, () -> told.complete(null));
        try {
            told.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // it never fails
        } finally {
            patience.cancel();
        }
    }
}
