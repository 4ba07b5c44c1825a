package dev.termal.engine.acp;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineContext;
import dev.termal.engine.acp.jsonrpc.FrameCodec;
import dev.termal.engine.acp.jsonrpc.JsonRpcCall;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import dev.termal.engine.acp.jsonrpc.JsonRpcPeer;
import dev.termal.engine.acp.jsonrpc.PeerLimits;
import dev.termal.engine.acp.jsonrpc.ProcessChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One running agent: its process, the peer that speaks with it, and the way to its sessions. Used from any thread but the
 * dispatching one, which must not wait.
 */
final class AgentLink implements AutoCloseable {
    private static final int MAX_STDERR = 300;
    private static final String INITIALIZE = "initialize";
    private static final String IS_IT_AN_AGENT =
            "is it an agent that speaks this protocol? Its command may lack an argument such as --acp";

    private final String agent;
    private final AgentProcess process;
    private final EngineContext context;
    private final EngineBinding binding;
    private final SessionRouter router;
    private final JsonRpcPeer peer;
    private final PeerErrors errors;
    private volatile @Nullable Handshake handshake;
    private volatile boolean signedInOnDemand;

    AgentLink(String agent, AgentProcess process, EngineBinding binding, SessionRouter router, EngineContext context) {
        this.agent = agent;
        this.process = process;
        this.binding = binding;
        this.router = router;
        this.context = context;
        errors = new PeerErrors(agent, binding, context.log());
        peer = new JsonRpcPeer(
                new ProcessChannel(process), agent, router, context.threads(), PeerLimits.of(context.limits()));
        peer.start();
    }

    /** A request that was sent: the call on the wire, and what becomes of its answer. */
    record Sent<T>(JsonRpcCall call, CompletableFuture<T> answer) {}

    /**
     * Sends a request.
     *
     * @param then makes the answer of a result, or of a failure if there is one; runs on the dispatching thread, in the
     *     answer's place among what the agent says
     */
    <T> Sent<T> send(String method, ObjectNode params, BiFunction<JsonNode, @Nullable AgentException, T> then) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        JsonRpcCall call = peer.call(method, params, opened -> {
            CompletionStage<JsonNode> told = opened.future();
            told.whenComplete((result, failure) -> settle(answer, method, result, failure, then));
        });
        return new Sent<>(call, answer);
    }

    private <T> void settle(
            CompletableFuture<T> answer,
            String method,
            @Nullable JsonNode result,
            @Nullable Throwable failure,
            BiFunction<JsonNode, @Nullable AgentException, T> then) {
        try {
            answer.complete(
                    failure != null
                            ? then.apply(Json.object(), translated(method, failure))
                            : then.apply(result == null ? Json.object() : rewritten(method, result), null));
        } catch (RuntimeException | Error e) { // whatever it is, nobody may wait for this answer in vain
            answer.completeExceptionally(e);
        }
    }

    /** Sends a request and waits for its answer. */
    <T> T ask(String method, ObjectNode params, Duration within, Function<JsonNode, T> then)
            throws InterruptedException {
        if (peer.isDispatcher()) {
            throw new IllegalStateException("a handler must not wait for " + method + " on its own connection");
        }
        Sent<T> sent = send(method, params, (result, failure) -> {
            if (failure != null) {
                throw failure;
            }
            return then.apply(result);
        });
        EngineContext.Scheduled timer =
                context.schedule(within, () -> sent.call().future().completeExceptionally(late(method, within)));
        try {
            return sent.answer().get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            sent.call().future().cancel(false);
            throw givenUp(method, e);
        } finally {
            timer.cancel();
        }
    }

    JsonNode ask(String method, ObjectNode params, Duration within) throws InterruptedException {
        return ask(method, params, within, Function.identity());
    }

    void tell(String method, ObjectNode params) {
        peer.notify(method, params);
    }

    /** Runs something on the dispatching thread, behind what the agent has said so far. */
    void dispatch(Runnable task) {
        peer.dispatch(task);
    }

    private JsonNode rewritten(String method, JsonNode result) {
        return Rewriting.of(binding, EngineBinding.Wire.RESULT, method, result, context.log());
    }

    private AgentException translated(String method, Throwable failure) {
        Throwable inner = failure.getCause();
        Throwable cause = failure instanceof CompletionException && inner != null ? inner : failure;
        if (cause instanceof JsonRpcException error) {
            return errors.translate(method, error, process.stderrTail());
        }
        if (cause instanceof AgentException e) {
            return e.code() == ErrorCode.AGENT_EXITED ? withStderr(method.equals(INITIALIZE) ? unspoken(e) : e) : e;
        }
        return cause instanceof CancellationException
                ? new AgentException(ErrorCode.CANCELLED, method + " was given up", cause)
                : new AgentException(ErrorCode.PROTOCOL, method + " failed: " + cause.getMessage(), cause);
    }

    /** Whoever ends before his first answer may be no agent at all; what he wrote, if anything, tells more. */
    private static AgentException unspoken(AgentException exited) {
        String question = exited.detail().stderrTail().isBlank() ? "; " + IS_IT_AN_AGENT : "";
        return new AgentException(
                exited.code(),
                exited.getMessage() + " before it answered anything" + question,
                exited.detail(),
                exited);
    }

    /** The cause of a death is mostly the last thing that the agent wrote there. */
    private static AgentException withStderr(AgentException exited) {
        String tail = exited.detail().stderrTail().replaceAll("\\e\\[[;\\d]*[A-Za-z]", "");
        String line = FrameCodec.oneLine(tail).replaceAll("\\s+", " ").strip();
        String end = line.length() > MAX_STDERR ? "..." + line.substring(line.length() - MAX_STDERR) : line;
        return end.isEmpty()
                ? exited
                : new AgentException(
                        exited.code(), exited.getMessage() + "; it wrote: " + end, exited.detail(), exited);
    }

    private AgentException late(String method, Duration within) {
        String time = within.toMillis() % 1000 == 0 ? within.toSeconds() + " s" : within.toMillis() + " ms";
        boolean spoken = !method.equals(INITIALIZE) || printed().isPresent();
        return unanswered(method, " within " + time + (spoken ? "" : "; " + IS_IT_AN_AGENT));
    }

    private AgentException unanswered(String method, String more) {
        String printed = printed().map(line -> "; it printed: " + line).orElse("");
        return withStderr(new AgentException(
                ErrorCode.TIMEOUT,
                agent + " did not answer " + method + more + printed,
                AgentException.Detail.stderr(process.stderrTail())));
    }

    /** What it said that was no message, if anything: a line, or one behind whose beginning it waits for a person. */
    private Optional<String> printed() {
        return Stream.concat(peer.diagnostics().firstNoise().stream(), Stream.of(process.unfinishedLine()))
                .map(line -> FrameCodec.printable(line).strip())
                .filter(line -> !line.isEmpty())
                .findFirst();
    }

    /** Whoever interrupts can tell what was waited for. */
    private InterruptedException givenUp(String method, InterruptedException interrupt) {
        InterruptedException told = new InterruptedException(method + " was given up");
        told.initCause(unanswered(method, ""));
        told.addSuppressed(interrupt);
        return told;
    }

    Handshake handshake() {
        Handshake done = handshake;
        if (done == null) {
            throw new IllegalStateException("no handshake yet");
        }
        return done;
    }

    /** The first exchange, before anybody else has this link. */
    void shakeHands(ObjectNode offer, Duration within) throws InterruptedException {
        handshake = Handshake.read(agent, ask(INITIALIZE, offer, within));
    }

    /** Whether signing in on demand is still to be tried; from now on it is not. */
    boolean claimSignInOnDemand() {
        boolean first = !signedInOnDemand;
        signedInOnDemand = true;
        return first;
    }

    EngineBinding binding() {
        return binding;
    }

    SessionRouter router() {
        return router;
    }

    AgentProcess process() {
        return process;
    }

    JsonRpcPeer peer() {
        return peer;
    }

    boolean isAlive() {
        return !peer.hasEnded() && !process.onExit().toCompletableFuture().isDone();
    }

    /** Ends the process and then the connection, so that what the agent said before is still delivered, in order. */
    @Override
    public void close() {
        process.close();
        if (!peer.isDispatcher()) {
            awaitEnd(context.limits().endOfInput().plus(context.limits().terminate()));
        }
        peer.close();
    }

    private void awaitEnd(Duration within) {
        try {
            peer.ended().toCompletableFuture().get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            context.log().log(System.Logger.Level.DEBUG, "{0} did not end in order", agent);
        }
    }
}
