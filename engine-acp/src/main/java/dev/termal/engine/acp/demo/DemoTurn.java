package dev.termal.engine.acp.demo;

import dev.termal.engine.acp.demo.Script.Step;
import dev.termal.engine.acp.jsonrpc.JsonRpcCall;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One turn: says what the agent is, then does what the prompt's words say, on a thread of its own. */
final class DemoTurn {
    /** A red square: a PNG of 8 by 8. */
    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mO4oKCAFTEMLQkAvk5EAYUHFA8AAAAASUVORK5CYII=";

    private static final int AUTH_REQUIRED = -32000;

    /** How a turn ends. */
    enum Ending {
        END_TURN,
        MAX_TOKENS,
        CANCELLED,
        UNANSWERED;

        String stopReason() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Client client;
    private final DemoSession session;
    private final JsonNode blocks;
    private final Path ownFolder;
    private final Runnable crash;
    private final Choices choices;
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private boolean silent;
    private long wordsSaid;

    /**
     * A turn that has not begun.
     *
     * @param ownFolder where the session may write
     * @param crash ends the process
     */
    DemoTurn(Client client, DemoSession session, JsonNode blocks, Path ownFolder, Runnable crash) {
        this.client = client;
        this.session = session;
        this.blocks = blocks;
        this.ownFolder = ownFolder;
        this.crash = crash;
        this.choices = session.choices();
    }

    String prompt() {
        return PromptText.all(blocks);
    }

    Path ownFolder() {
        return ownFolder;
    }

    Choices choices() {
        return choices;
    }

    long wordsSaid() {
        return wordsSaid;
    }

    /** Makes the turn end soon, as cancelled. */
    void cancel() {
        cancelled.complete(null);
    }

    /** Completes when the turn does nothing any more, answered or not. */
    CompletionStage<Void> done() {
        return done.minimalCompletionStage();
    }

    void finish() {
        done.complete(null);
    }

    /**
     * Does it all.
     *
     * @throws JsonRpcException the error to answer with
     */
    Ending play() {
        try {
            return play(Script.read(PromptText.last(blocks)));
        } catch (CancellationException e) {
            return Ending.CANCELLED;
        }
    }

    private Ending play(Script script) {
        silent = script.isSilent();
        if (script.help()) {
            say("Demo agent, no model behind it. These words in a prompt make it do something,"
                    + " several of them one after the other:\n" + Word.help() + "\n");
            return Ending.END_TURN;
        }
        think("The prompt has " + count(words(prompt()), "word", "words") + ". ", "low", "high");
        say("Demo agent, no model behind it. ");
        say("You said: " + (choices.model().equals("shout") ? prompt().toUpperCase(Locale.ROOT) : prompt()) + "\n");
        PromptText.attachments(blocks).forEach(attachment -> say("Received: " + attachment + "\n"));
        script.complaints().forEach(complaint -> say(complaint + "\n"));
        DemoTools tools = new DemoTools(this, client, session);
        for (Step step : script.steps()) {
            if (step.failure().filter(failure -> failure == Failure.HANG).isEmpty()) {
                stopIfCancelled();
            }
            think("Next: " + step.word().spelled() + ". ", "high");
            Optional<Ending> ending = play(step, tools);
            if (ending.isPresent()) {
                return ending.get();
            }
        }
        stopIfCancelled();
        if (choices.countWords()) {
            say("Your prompt had " + count(words(prompt()), "word", "words") + ".\n");
        }
        return Ending.END_TURN;
    }

    /** One step; empty where the turn goes on. */
    private Optional<Ending> play(Step step, DemoTools tools) {
        switch (step.word()) {
            case PLAN -> plan();
            case TOOL, DIFF, PERMISSION -> tools.use(step.word());
            case QUESTION -> question();
            case IMAGE -> image();
            case SLOW -> slow(step.number());
            case CHUNKS -> chunks(step.number());
            case FAIL -> {
                return step.failure().flatMap(this::fail);
            }
        }
        return Optional.empty();
    }

    private void plan() {
        List<String> entries = List.of("Read the prompt", "Do what it says", "Say so");
        for (int finished = 0; finished <= entries.size(); finished++) {
            tell(Updates.plan(entries, finished));
        }
        say("The plan is done.\n");
    }

    private void image() {
        ObjectNode image = Updates.object().put("type", "image").put("mimeType", "image/png");
        tell(Updates.chunk(Updates.AGENT, image.put("data", PNG)));
    }

    private void question() {
        if (!client.asksQuestions()) {
            say("I would ask a question, but this client takes none.\n");
            return;
        }
        ObjectNode params = Updates.object()
                .put("sessionId", session.id())
                .put("mode", "form")
                .put("message", "The demo agent would like to know a few things.");
        params.set("requestedSchema", Updates.questionForm());
        JsonNode answer = await(client.ask("elicitation/create", params));
        switch (answer.path("action").asString("")) {
            case "accept" -> say("You answered: " + answer.path("content") + "\n");
            case "decline" -> say("You declined to answer.\n");
            default -> say("The question was not answered.\n");
        }
    }

    private void slow(int millis) {
        say("Waiting " + millis + " ms. ");
        try {
            cancelled.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            say("Done waiting.\n");
            return;
        } catch (InterruptedException | ExecutionException e) {
            throw new CancellationException();
        }
        throw new CancellationException();
    }

    private void chunks(int count) {
        for (int i = 1; i <= count; i++) {
            stopIfCancelled();
            say(i < count ? i + " " : i + "\n");
        }
    }

    private Optional<Ending> fail(Failure failure) {
        return switch (failure) {
            case CRASH -> {
                say("And now it crashes.\n");
                crash.run();
                yield Optional.of(Ending.UNANSWERED);
            }
            case HANG -> Optional.of(Ending.UNANSWERED);
            case NOISE -> {
                client.printNoise();
                say("That was noise.\n");
                yield Optional.empty();
            }
            case AUTH ->
                throw new JsonRpcException(AUTH_REQUIRED, "Authentication required: the demo agent was told to say so");
            case LOST -> {
                session.lose();
                say("This session is forgotten: it cannot be loaded or resumed any more.\n");
                yield Optional.empty();
            }
            case LIMIT -> {
                say("Here the tokens end");
                yield Optional.of(Ending.MAX_TOKENS);
            }
            case EMPTY -> Optional.of(Ending.END_TURN);
            case ERROR ->
                throw new JsonRpcException(JsonRpcException.INTERNAL_ERROR, "The demo agent was told to fail");
        };
    }

    /** Thinks aloud, where one of these levels was chosen. */
    private void think(String text, String... levels) {
        if (!silent && List.of(levels).contains(choices.thought())) {
            tell(Updates.chunk(Updates.THOUGHT, text));
        }
    }

    void say(String text) {
        if (silent) {
            return;
        }
        wordsSaid += words(text);
        tell(Updates.chunk(Updates.AGENT, text));
    }

    void tell(ObjectNode update) {
        session.remember(update);
        client.update(session.id(), update);
    }

    static long words(String text) {
        return text.isBlank() ? 0 : text.strip().split("\\s+").length;
    }

    static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    private void stopIfCancelled() {
        if (cancelled.isDone()) {
            throw new CancellationException();
        }
    }

    /** Waits for an answer, or for the turn to be cancelled. */
    JsonNode await(JsonRpcCall call) {
        try {
            CompletableFuture.anyOf(call.future(), cancelled).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof JsonRpcException error) {
                say("The client could not be asked: " + error.message() + "\n");
                return Updates.object();
            }
            throw new CancellationException(); // the client is gone
        }
        if (cancelled.isDone()) {
            call.requestCancel();
            throw new CancellationException();
        }
        return call.future().join();
    }
}
