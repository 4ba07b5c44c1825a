package dev.termal.host.mcp;

import dev.termal.host.json.Json;
import dev.termal.host.web.JsonErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the message of a request and answers by itself what is none or is wrong, so that the protocol's library, whose errors
 * tell of its inside, gets only what it understands. While a tool is called, it watches whether the agent is still there.
 */
final class McpMessages extends Handler.Wrapper {
    McpMessages(Handler library) {
        super(library);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        ByteBuffer body;
        try {
            body = Content.Source.asByteBuffer(request);
        } catch (IOException | RuntimeException e) {
            JsonErrors.answer(request, response, callback, status(e), "the body cannot be read");
            return true;
        }
        Optional<AgentMessage> read = AgentMessage.of(body);
        if (read.isEmpty()) {
            JsonErrors.answer(request, response, callback, HttpStatus.BAD_REQUEST_400, "no JSON-RPC message");
            return true;
        }
        AgentMessage message = read.get();
        Loan loan = (Loan) request.getAttribute(McpGate.LOAN);
        if (message.method().equals("notifications/cancelled")) {
            loan.calls().withdraw(message.withdrawn());
            response.setStatus(HttpStatus.ACCEPTED_202);
            callback.succeeded();
            return true;
        }
        Optional<ObjectNode> error = message.error(loan.callable());
        if (error.isPresent()) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
            Content.Sink.write(response, true, Json.line(error.get()), callback);
            return true;
        }
        if (message.method().equals(AgentMessage.LIST)) {
            loan.listed();
        }
        Request whole = new WholeRequest(request, message.forLibrary());
        if (!message.method().equals(AgentMessage.CALL)) {
            return super.handle(whole, response, callback);
        }
        // What may still come on the connection is read while the tool runs, so nothing more can be asked on it.
        response.getHeaders().put(new HttpField(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE));
        AgentCall call = new AgentCall(message);
        request.setAttribute(AgentCall.ATTRIBUTE, call);
        request.addIdleTimeoutListener(silence -> false);
        Hangup hangup = Hangup.watch(request, call::lost);
        return super.handle(whole, response, Callback.from(hangup::end, callback));
    }

    private static int status(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpException known) {
                return known.getCode();
            }
        }
        return HttpStatus.BAD_REQUEST_400;
    }
}
