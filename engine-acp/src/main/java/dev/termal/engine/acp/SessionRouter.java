package dev.termal.engine.acp;

import dev.termal.api.AgentEvent;
import dev.termal.api.SessionId;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.VendorNotificationHandler;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import dev.termal.engine.acp.jsonrpc.PeerHandler;
import dev.termal.engine.acp.jsonrpc.Responder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * Brings what one agent says to the session it is meant for. What names no session, or one that is not known, goes to the
 * session that prompts, else to the last one that was opened; updates of a session that is not known are never shown in another
 * one.
 */
final class SessionRouter implements PeerHandler {
    /** A session, as the router sees it; called on the dispatching thread. */
    interface Inbox {
        void onUpdate(JsonNode update);

        void onRequest(String method, JsonNode params, Responder responder);

        void deliver(AgentEvent event);

        boolean isPrompting();
    }

    private final EngineBinding binding;
    private final Consumer<AgentEvent> beforeSessions;
    private final System.Logger log;
    private final EarlyUpdates early;
    private final AtomicInteger opening = new AtomicInteger();
    private final Map<String, Inbox> byId = new ConcurrentHashMap<>();
    private final List<Inbox> inOrder = new CopyOnWriteArrayList<>();

    SessionRouter(EngineBinding binding, Consumer<AgentEvent> beforeSessions, int earlyLimit, System.Logger log) {
        this.binding = binding;
        this.beforeSessions = beforeSessions;
        this.log = log;
        early = new EarlyUpdates(earlyLimit);
    }

    /** A session is being opened whose id is not known yet: from now on its updates are kept. */
    void beginOpening() {
        opening.incrementAndGet();
    }

    /** It is known now, or will never be. */
    void endOpening() {
        opening.decrementAndGet();
    }

    /** From now on what is meant for the session comes to the inbox. */
    void attach(SessionId id, Inbox inbox) {
        byId.put(id.value(), inbox);
        inOrder.remove(inbox);
        inOrder.add(inbox);
    }

    /** Brings what came before the session was known; on the dispatching thread. */
    void deliverEarly(SessionId id, Inbox inbox) {
        early.take(id.value()).forEach(inbox::onUpdate);
    }

    void detach(Inbox inbox) {
        byId.values().removeIf(known -> known == inbox);
        inOrder.remove(inbox);
    }

    boolean isEmpty() {
        return inOrder.isEmpty();
    }

    @Override
    public void onNotification(String method, JsonNode raw) {
        JsonNode params = rewritten(EngineBinding.Wire.NOTIFICATION, method, raw);
        if (method.equals("session/update")) {
            onUpdate(params);
        } else if (!method.startsWith("$/") && !method.equals("elicitation/complete")) {
            onVendorNotification(method, params);
        }
    }

    private void onUpdate(JsonNode params) {
        Optional<String> id = Json.word(params, "sessionId");
        Optional<Inbox> inbox = id.isEmpty() ? fallback() : id.map(byId::get);
        if (inbox.isPresent()) {
            inbox.get().onUpdate(params.path("update"));
        } else if (opening.get() == 0) {
            early.clear();
            log.log(System.Logger.Level.WARNING, "dropped an update of a session that is not open here");
        } else if (id.isEmpty() || !early.add(id.get(), params.path("update"))) {
            log.log(System.Logger.Level.WARNING, "dropped an update that came too early");
        }
    }

    private void onVendorNotification(String method, JsonNode params) {
        List<AgentEvent> events = List.of(new AgentEvent.Extension(method, Json.raw(params)));
        try {
            VendorNotificationHandler handler = binding.notificationHandlers().get(method);
            events = handler == null ? events : handler.handle(Json.raw(params));
        } catch (RuntimeException | LinkageError e) {
            log.log(System.Logger.Level.WARNING, "reading " + method + " failed", e);
        }
        Optional<Inbox> inbox = target(params);
        events.forEach(event -> inbox.ifPresentOrElse(to -> to.deliver(event), () -> beforeSessions.accept(event)));
    }

    @Override
    public void onRequest(String method, JsonNode raw, Responder responder) {
        JsonNode params = rewritten(EngineBinding.Wire.REQUEST, method, raw);
        target(params)
                .orElseThrow(() -> AgentRequests.isKnown(method)
                                || binding.requestHandlers().containsKey(method)
                        ? JsonRpcException.invalidParams("No session is open")
                        : JsonRpcException.methodNotFound(method))
                .onRequest(method, params, responder);
    }

    private JsonNode rewritten(EngineBinding.Wire kind, String method, JsonNode raw) {
        return Rewriting.of(binding, kind, method, raw.isObject() ? raw : Json.object(), log);
    }

    private Optional<Inbox> target(JsonNode params) {
        return Json.word(params, "sessionId").map(byId::get).or(this::fallback);
    }

    private Optional<Inbox> fallback() {
        List<Inbox> known = List.copyOf(inOrder);
        Optional<Inbox> last = Optional.empty();
        Optional<Inbox> prompting = Optional.empty();
        for (Inbox inbox : known) {
            last = Optional.of(inbox);
            prompting = inbox.isPrompting() ? last : prompting;
        }
        return prompting.isPresent() ? prompting : last;
    }

    @Override
    public void onDiagnostic(String line) {
        log.log(System.Logger.Level.DEBUG, line);
    }
}
