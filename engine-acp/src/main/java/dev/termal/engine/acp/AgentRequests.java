package dev.termal.engine.acp;

import dev.termal.api.AgentEvent;
import dev.termal.api.Answer;
import dev.termal.api.FollowUp;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Question;
import dev.termal.api.RawJson;
import dev.termal.api.SessionHandler;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Status;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.VendorReply;
import dev.termal.api.spi.VendorRequestHandler;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import dev.termal.engine.acp.jsonrpc.Responder;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * What an agent asks of the host within one session, and the answers. Requests come on the dispatching thread; answers and
 * {@link #cancelAll} from any.
 */
final class AgentRequests {
    private static final String PERMISSION = "session/request_permission";
    private static final String ELICITATION = "elicitation/create";

    /** The session, as its requests see it. */
    interface Session {
        void deliver(AgentEvent event);

        /** Runs it on the dispatching thread, behind what the agent has said so far. */
        void dispatch(Runnable task);

        boolean isCancelling();

        void followUp(FollowUp followUp);

        /** The binding as the session's connection uses it. */
        EngineBinding binding();
    }

    private final Session session;
    private final SessionHandler handler;
    private final ClientCapabilities client;
    private final UpdateReader reader;
    private final ClientServices services;
    private final OpenRequests open;
    private int questions;

    AgentRequests(Session session, SessionHandler handler, ClientCapabilities client, UpdateReader reader) {
        this.session = session;
        this.handler = handler;
        this.client = client;
        this.reader = reader;
        open = new OpenRequests(session::isCancelling);
        services = new ClientServices(handler, client);
    }

    static boolean isKnown(String method) {
        return method.equals(PERMISSION) || method.equals(ELICITATION) || ClientServices.METHODS.contains(method);
    }

    /** Answers all that is open as cancelled. */
    void cancelAll() {
        open.cancelAll();
    }

    /**
     * Answers a request, now or later. What is thrown becomes the answer: an {@link IllegalArgumentException} says that the
     * parameters are wrong.
     */
    void handle(String method, JsonNode params, Responder responder) {
        VendorRequestHandler vendor = session.binding().requestHandlers().get(method);
        if (vendor != null) {
            vendor(vendor.handle(Json.raw(params)), responder);
        } else if (method.equals(PERMISSION)) {
            permission(params, responder);
        } else if (method.equals(ELICITATION)) {
            elicitation(params, responder);
        } else {
            services.handle(method, params, responder);
        }
    }

    private void permission(JsonNode params, Responder responder) {
        ToolCalls calls = reader.calls();
        JsonNode node = params.path("toolCall");
        Optional<ToolCall> before = Json.word(node, "toolCallId").flatMap(calls::get);
        if (!session.isCancelling()) {
            before.ifPresent(known -> calls.permit(known.id())); // asked again: an earlier refusal does not count
        }
        ToolCall call =
                calls.fold(node).orElseThrow(() -> new IllegalArgumentException("toolCall.toolCallId is missing"));
        if (!before.equals(Optional.of(call))) {
            session.deliver(new AgentEvent.ToolCallUpdate(call));
        }
        PermissionRequest request = new PermissionRequest(call, PermissionMapper.options(params));
        open.ask(
                responder,
                () -> PermissionMapper.result(Optional.empty()),
                () -> handler.onPermissionRequest(request),
                decision -> {
                    Optional<PermissionOption> chosen = PermissionMapper.chosen(decision, request);
                    boolean refused =
                            chosen.map(AgentRequests::isRefusal).orElse(!session.isCancelling()); // that ends them all
                    if (refused) {
                        Status end = chosen.isPresent() ? Status.REJECTED : Status.CANCELLED;
                        session.dispatch(() -> calls.end(call.id(), end).forEach(session::deliver));
                    }
                    return PermissionMapper.result(chosen);
                });
    }

    private static boolean isRefusal(PermissionOption option) {
        return option.kind() == PermissionOption.Kind.REJECT_ONCE
                || option.kind() == PermissionOption.Kind.REJECT_ALWAYS;
    }

    private void elicitation(JsonNode params, Responder responder) {
        if (!client.forms() && !client.urls()) {
            throw JsonRpcException.methodNotFound(ELICITATION);
        }
        Question question = question(params);
        ask(
                question,
                responder,
                () -> ElicitationMapper.result(question, new Answer.Cancelled()),
                answer -> ElicitationMapper.result(question, answer));
    }

    private Question question(JsonNode params) {
        String id = "q" + ++questions;
        String mode = Json.text(params, "mode").orElse("form");
        if (mode.equals("form") && client.forms()) {
            return ElicitationMapper.form(id, params);
        }
        if (mode.equals("url") && client.urls()) {
            URI url = Json.uri(params, "url")
                    .orElseThrow(() -> new IllegalArgumentException("url is missing or is no address"));
            return ElicitationMapper.visit(id, params, url);
        }
        throw new IllegalArgumentException("mode " + mode + " was not offered");
    }

    private void vendor(VendorReply reply, Responder responder) {
        if (reply instanceof VendorReply.Reply done) {
            done.events().forEach(session::deliver);
            done.followUp().ifPresent(session::followUp);
            responder.result(tree(done.result()));
        } else if (reply instanceof VendorReply.Ask asking) {
            asking.events().forEach(session::deliver);
            ask(
                    asking.question(),
                    responder,
                    () -> tree(asking.reply().apply(new Answer.Cancelled()).result()),
                    answer -> answered(asking.reply().apply(answer), answer instanceof Answer.Accepted));
        } else if (reply instanceof VendorReply.Reject rejected) {
            responder.error(new JsonRpcException(rejected.code(), rejected.message()));
        } else {
            throw new IllegalStateException("a reply of an unknown kind");
        }
    }

    /** A question that was declined or not answered is followed by nothing. */
    private JsonNode answered(VendorReply.Reply reply, boolean accepted) {
        session.dispatch(() -> reply.events().forEach(session::deliver));
        reply.followUp().filter(wanted -> accepted).ifPresent(session::followUp);
        return tree(reply.result());
    }

    private static JsonNode tree(RawJson result) {
        try {
            return Json.parse(result);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("a binding's reply is not JSON", e); // not the agent's fault
        }
    }

    private void ask(
            Question question, Responder responder, Supplier<JsonNode> cancelled, OpenRequests.Writer<Answer> writer) {
        open.ask(responder, cancelled, () -> handler.onQuestion(question), writer);
    }
}
