package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.engine.acp.jsonrpc.Frame.Notification;
import dev.termal.engine.acp.jsonrpc.Frame.Request;
import dev.termal.engine.acp.jsonrpc.Frame.Response;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * One side of a JSON-RPC connection.
 *
 * <p>A reader thread receives and enqueues; it never writes and never calls out. One dispatcher thread takes from the bounded
 * queue, decodes, calls the handler and completes calls, so that an answer never overtakes what was said before it.
 * The end of input is the last thing in the queue: when it is reached, every pending call fails once with the cause, and
 * calls after that fail at once. Calls, notifications and answers may be sent from any thread.
 */
public final class JsonRpcPeer implements AutoCloseable {
    /** How much text may wait in the queue: the longest line, and less where the heap is small. */
    static final long QUEUE_CHARS =
            Math.min(16L * 1024 * 1024, Runtime.getRuntime().maxMemory() / 16);

    private final LineChannel channel;
    private final LineSender sender;
    private final String name;
    private final Duration exitWait;
    private final DispatchQueue queue;
    private final Ignored ignored;
    private final PendingCalls pending = new PendingCalls();
    private final OpenResponders requests = new OpenResponders();
    private final Incoming incoming;
    private final CompletableFuture<AgentException> ended = new CompletableFuture<>();
    private final Thread reader;
    private final Thread dispatcher;
    private volatile boolean inputEnded;

    /**
     * A connection that does nothing before {@link #start}.
     *
     * @param channel is closed with the connection
     * @param name the other side's, for threads and messages
     */
    public JsonRpcPeer(
            LineChannel channel, String name, PeerHandler handler, ThreadFactory threads, PeerLimits limits) {
        this.channel = channel;
        this.sender = new LineSender(channel);
        this.name = name;
        this.exitWait = limits.exitWait();
        this.queue = new DispatchQueue(limits.queueFrames(), QUEUE_CHARS);
        this.ignored = new Ignored(name, limits.noiseLines());
        this.incoming = new Incoming(handler, pending, requests, ignored, this::respond);
        this.reader = threads.newThread(this::read);
        this.dispatcher = threads.newThread(this::dispatch);
        reader.setName("termal-reader-" + name);
        dispatcher.setName("termal-dispatcher-" + name);
    }

    /** Begins to read. Once. */
    public void start() {
        dispatcher.start();
        reader.start();
    }

    /** Asks the peer; where the connection has ended, the call has failed already. */
    public JsonRpcCall call(String method, JsonNode params) {
        return call(method, params, call -> {});
    }

    /**
     * Asks the peer.
     *
     * @param beforeSent is given the call before the peer can answer it, so that what it hangs on the future runs on the
     *     dispatcher thread, in the place of the answer among what the peer says
     */
    public JsonRpcCall call(String method, JsonNode params, Consumer<JsonRpcCall> beforeSent) {
        JsonRpcCall call = pending.open(this, method);
        beforeSent.accept(call);
        if (call.future().isDone() || inputEnded) {
            return call; // no answer can come: the end of the queue fails the call
        }
        try {
            sender.send(FrameCodec.encode(new Request(JsonNodeFactory.instance.numberNode(call.id()), method, params)));
        } catch (RuntimeException e) {
            if (e instanceof AgentException failure && failure.code() == ErrorCode.AGENT_EXITED) {
                endUnwritable();
            } else {
                dispatch(() -> call.future().completeExceptionally(e));
            }
        }
        return call;
    }

    /**
     * A peer that cannot be written to has ended, mostly. Then what it said before its end is handled first, for that tells
     * why; one that lives on will never answer.
     */
    private void endUnwritable() {
        if (isDispatcher() || !endsWithin(exitWait)) {
            dispatch(() -> end(new AgentException(
                    ErrorCode.AGENT_EXITED, name + " closed its input", AgentException.Detail.stderr(stderrTail()))));
        }
    }

    private boolean endsWithin(Duration time) {
        try {
            ended.get(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Tells the peer; false where that cannot be sent any more. */
    public boolean notify(String method, JsonNode params) {
        return send(new Notification(method, params));
    }

    /**
     * Runs something on the dispatcher thread, behind all that the peer has said so far; what it throws is counted as a
     * diagnostic. Dropped where the connection has ended.
     */
    public void dispatch(Runnable task) {
        queue.put(task);
    }

    /** Whether this is the thread on which handlers are called. */
    public boolean isDispatcher() {
        return Thread.currentThread() == dispatcher;
    }

    /** Completes when the connection has ended, after every call has; on the thread that ended it. */
    public CompletionStage<AgentException> ended() {
        return ended.minimalCompletionStage();
    }

    /**
     * Whether no answer can come any more: so it is for whoever is told so by a call that fails, and already when what the
     * peer said last is still to be handled.
     */
    public boolean hasEnded() {
        return inputEnded || pending.hasEnded();
    }

    /** What was ignored so far. */
    public PeerDiagnostics diagnostics() {
        return ignored.snapshot();
    }

    /** Ends the connection: calls fail, what the peer said and nobody handled is dropped. Does nothing the second time. */
    @Override
    public void close() {
        end(closed());
    }

    private AgentException closed() {
        return new AgentException(ErrorCode.CLOSED, "The connection to " + name + " was closed");
    }

    String name() {
        return name;
    }

    String stderrTail() {
        return channel.stderrTail();
    }

    int pendingCalls() {
        return pending.size();
    }

    void refuseToWaitOnDispatcher(String method) {
        if (isDispatcher()) {
            throw new IllegalStateException("A handler must not wait for " + method + " on its own connection");
        }
    }

    // The reader thread.

    private void read() {
        Optional<AgentException> failure = Optional.empty();
        try {
            for (Optional<String> line = channel.receive(); line.isPresent(); line = channel.receive()) {
                if (!queue.put(line.get())) {
                    return;
                }
            }
        } catch (AgentException e) {
            failure = Optional.of(e);
        } catch (InterruptedException e) {
            failure = Optional.of(new AgentException(ErrorCode.CLOSED, "Reading from " + name + " was interrupted", e));
        } catch (RuntimeException | Error e) { // whatever it is, nobody may wait for this thread in vain
            failure = Optional.of(readingFailed(e));
        } finally {
            inputEnded = true;
            queue.end(failure);
        }
    }

    private AgentException readingFailed(Throwable cause) {
        return new AgentException(ErrorCode.PROTOCOL, "Reading from " + name + " failed", cause);
    }

    // The dispatcher thread.

    private void dispatch() {
        AgentException cause = closed();
        try {
            cause = dispatchToTheEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) { // whatever it is, nobody may wait for this thread in vain
            cause = readingFailed(e);
        } finally {
            end(cause);
        }
    }

    private AgentException dispatchToTheEnd() throws InterruptedException {
        for (Optional<DispatchQueue.Step> next = queue.take(); next.isPresent(); next = queue.take()) {
            run(next.get().task());
            Optional<AgentException> failure = incoming.hear(next.get().frames());
            if (failure.isPresent()) {
                return failure.get();
            }
        }
        return pending.hasEnded() ? closed() : queue.failure().orElseGet(this::endOfInput);
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) { // as for handlers
            incoming.ignore("a failure: " + e);
        }
    }

    // Any thread.

    private void respond(Responder responder, Response response) {
        requests.remove(responder);
        send(response);
    }

    private boolean send(Frame frame) {
        if (pending.hasEnded()) {
            return false;
        }
        try {
            sender.send(FrameCodec.encode(frame));
            return true;
        } catch (AgentException e) {
            ignored.frame("a message that could not be sent: " + e.getMessage()); // the end of input will tell more
            return false;
        }
    }

    private AgentException endOfInput() {
        Optional<AgentException> blocked = sender.timedOut(exitWait);
        if (blocked.isPresent()) {
            return blocked.get(); // the peer was ended for it
        }
        String how = channel.awaitExit(exitWait)
                .map(exit -> "ended (" + exit.describe() + ")")
                .orElse("closed its output");
        String stderrTail = channel.stderrTail();
        return ignored.onlyNoise(how, stderrTail)
                .orElseGet(() -> new AgentException(
                        ErrorCode.AGENT_EXITED, name + " " + how, AgentException.Detail.stderr(stderrTail)));
    }

    private void end(AgentException cause) {
        if (pending.end(cause)) {
            requests.cancelAll();
            queue.close();
            ended.complete(cause);
        }
        channel.close();
    }
}
