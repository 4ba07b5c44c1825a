package dev.termal.engine.acp;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.FollowUp;
import dev.termal.api.SessionHandler;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.EngineBinding;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import dev.termal.engine.acp.jsonrpc.Responder;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What the agent says in one session, understood and delivered to the host. All of it happens on the dispatching thread of the
 * process that holds the session; other threads {@link #dispatch} what they have to say.
 */
final class SessionInbox implements SessionRouter.Inbox, AgentRequests.Session {
    private final SessionHandler handler;
    private final Turns turns;
    private final Replay replay;
    private final System.Logger log;
    private final UpdateReader reader = new UpdateReader();
    private final AgentRequests requests;
    private volatile AgentLink link;

    SessionInbox(
            AgentLink link,
            SessionHandler handler,
            ClientCapabilities client,
            Turns turns,
            Replay replay,
            System.Logger log) {
        this.link = link;
        this.handler = handler;
        this.turns = turns;
        this.replay = replay;
        this.log = log;
        requests = new AgentRequests(this, handler, client, reader);
    }

    /** The session goes on in another process. */
    void moveTo(AgentLink newLink) {
        link = newLink;
        newLink.dispatch(reader.calls()::clear);
    }

    SessionFacts facts() {
        return reader.facts();
    }

    ToolCalls calls() {
        return reader.calls();
    }

    AgentRequests requests() {
        return requests;
    }

    /** Takes facts that an answer told. */
    void changed(SessionFacts facts) {
        deliverAll(reader.changed(facts));
    }

    @Override
    public void onUpdate(JsonNode update) {
        replay.heard();
        deliverAll(reader.read(update));
    }

    @Override
    public void onRequest(String method, JsonNode params, Responder responder) {
        if (turns.isClosed()) {
            throw JsonRpcException.invalidParams("The session is closed");
        }
        requests.handle(method, params, responder);
    }

    @Override
    public void deliver(AgentEvent event) {
        replay.pass(event).ifPresent(this::tell);
    }

    void deliverAll(List<AgentEvent> events) {
        events.forEach(this::deliver);
    }

    /** Delivers what is never history: words of the engine's own. */
    void tell(AgentEvent event) {
        if (turns.isClosed()) {
            return;
        }
        try {
            handler.onEvent(event);
        } catch (RuntimeException e) {
            log.log(System.Logger.Level.WARNING, "a handler failed", e);
        }
    }

    /** Says something in the engine's own words, from any thread. */
    void notice(Notice.Level level, String text) {
        dispatch(() -> tell(new Notice(level, text)));
    }

    @Override
    public void dispatch(Runnable task) {
        link.dispatch(task);
    }

    @Override
    public boolean isPrompting() {
        return turns.current().isPresent();
    }

    @Override
    public boolean isCancelling() {
        return turns.isCancelling();
    }

    @Override
    public void followUp(FollowUp followUp) {
        Optional<Turn> current = turns.current();
        current.ifPresent(turn -> turn.followUp(followUp));
    }

    @Override
    public EngineBinding binding() {
        return link.binding();
    }
}
