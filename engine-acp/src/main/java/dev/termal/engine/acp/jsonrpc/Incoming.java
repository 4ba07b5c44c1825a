package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.AgentException;
import dev.termal.engine.acp.jsonrpc.Frame.Malformed;
import dev.termal.engine.acp.jsonrpc.Frame.Notification;
import dev.termal.engine.acp.jsonrpc.Frame.Request;
import dev.termal.engine.acp.jsonrpc.Frame.Response;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/**
 * What a peer says, line by line: answers go to the calls that wait for them, requests and notifications to the handler; what
 * is none of these is ignored and counted. For the dispatching thread alone.
 */
final class Incoming {
    private static final String CANCEL_REQUEST = "$/cancel_request";

    private final PeerHandler handler;
    private final PendingCalls pending;
    private final OpenResponders requests;
    private final Ignored ignored;
    private final BiConsumer<Responder, Response> respond;

    /** @param respond sends the answer to a request; from any thread */
    Incoming(
            PeerHandler handler,
            PendingCalls pending,
            OpenResponders requests,
            Ignored ignored,
            BiConsumer<Responder, Response> respond) {
        this.handler = handler;
        this.pending = pending;
        this.requests = requests;
        this.ignored = ignored;
        this.respond = respond;
    }

    /** Handles the frames of a line; a failure where no more can come of the connection. */
    Optional<AgentException> hear(List<Frame> frames) {
        for (Frame frame : frames) {
            if (frame instanceof Malformed noise) {
                Optional<AgentException> failure = ignored.noise(noise);
                diagnose("ignored a line: " + noise.reason() + ": " + noise.head());
                if (failure.isPresent()) {
                    return failure;
                }
            } else if (pending.isEcho(frame)) {
                return Optional.of(ignored.echo());
            } else {
                ignored.message();
                handle(frame);
            }
        }
        return Optional.empty();
    }

    private void handle(Frame frame) {
        if (frame instanceof Response response) {
            answer(response);
        } else if (frame instanceof Request request) {
            ask(request);
        } else if (frame instanceof Notification notification) {
            tell(notification);
        }
    }

    private void answer(Response response) {
        if (response.result().isPresent() == response.error().isPresent()) {
            ignore("an answer with " + (response.result().isPresent() ? "both" : "neither")
                    + " of result and error, id " + response.id());
            return;
        }
        Optional<JsonRpcCall> call = pending.take(response.id());
        if (call.isEmpty()) {
            ignore((pending.wasUsed(response.id()) ? "a late or second answer, id " : "an answer to nothing, id ")
                    + response.id());
            return;
        }
        ignored.answer();
        CompletableFuture<JsonNode> future = call.get().future();
        if (response.error().isPresent()) {
            future.completeExceptionally(JsonRpcException.read(response.error().get()));
        } else {
            future.complete(response.result().get());
        }
    }

    private void ask(Request request) {
        Responder responder = new Responder(request, respond);
        if (!requests.add(responder)) {
            responder.error(new JsonRpcException(JsonRpcException.INTERNAL_ERROR, "Too many open requests"));
            return;
        }
        if (pending.hasEnded()) { // closed meanwhile, perhaps after the open requests were cancelled
            responder.cancel();
        }
        try {
            handler.onRequest(request.method(), request.params(), responder);
        } catch (Throwable e) { // a handler that fails must not end the connection
            responder.fail(e);
            if (!(e instanceof JsonRpcException)) {
                ignore("a failure in " + request.method() + ": " + e);
            }
        }
    }

    private void tell(Notification notification) {
        if (notification.method().equals(CANCEL_REQUEST)) {
            requests.cancel(notification.params().path("requestId"));
            return;
        }
        try {
            handler.onNotification(notification.method(), notification.params());
        } catch (Throwable e) { // as above; and a notification is never answered
            ignore("a failure in " + notification.method() + ": " + e);
        }
    }

    /** Counts something that was ignored, and tells the handler. */
    void ignore(String what) {
        String line = FrameCodec.printable("ignored " + what);
        ignored.frame(line);
        diagnose(line);
    }

    private void diagnose(String line) {
        try {
            handler.onDiagnostic(line);
        } catch (RuntimeException e) {
            ignored.frame("a failure in diagnostics");
        }
    }
}
