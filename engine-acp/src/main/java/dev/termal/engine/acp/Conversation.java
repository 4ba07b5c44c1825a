package dev.termal.engine.acp;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.AgentException;
import dev.termal.api.Capabilities;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A conversation at the agent: the process that holds it and the id that it has there. It outlives its process where the agent
 * can continue it. Changed by one thread at a time, that which opens or prompts; read by any.
 */
final class Conversation {
    private final AcpConnection connection;
    private final SessionInbox inbox;
    private final Replay replay;
    private volatile AgentLink link;
    private volatile SessionRequest launched;
    private volatile @Nullable SessionId id;
    private volatile boolean begun; // it holds something that could be lost
    private volatile boolean textOwed; // it began with a command, which nothing may stand before
    private volatile boolean lost;

    Conversation(AcpConnection connection, AgentLink link, SessionRequest request, SessionInbox inbox, Replay replay) {
        this.connection = connection;
        this.link = link;
        this.launched = request;
        this.inbox = inbox;
        this.replay = replay;
    }

    /** A fresh one, or the one that the request resumes. */
    void open(SessionRequest request) throws InterruptedException {
        if (request.resume().isPresent()) {
            resume(request, request.resume().get(), request.replay());
            begun = true;
        } else {
            begin(request);
        }
    }

    private void begin(SessionRequest request) throws InterruptedException {
        AgentLink to = link;
        ObjectNode params = setup(request);
        to.router().beginOpening();
        try {
            ask(to, "session/new", params, result -> bind(to, named(result).orElseThrow(this::unnamed), result));
            connection.lifecycle().note(Lifecycle.Event.SESSION_NEW, idOnWire());
        } finally {
            to.router().endOpening();
        }
    }

    private AgentException unnamed() {
        return new AgentException(ErrorCode.PROTOCOL, connection.name() + " opened a session without an id");
    }

    private void resume(SessionRequest request, SessionId known, SessionRequest.Replay wanted)
            throws InterruptedException {
        Capabilities capabilities = connection.capabilities();
        boolean canLoad = capabilities.has(Feature.SESSION_LOAD);
        boolean canResume = capabilities.has(Feature.SESSION_RESUME);
        if (!canLoad && !canResume) {
            throw new AgentException(
                    ErrorCode.SESSION_NOT_FOUND,
                    connection.name() + " can neither resume nor load a session, so " + known + " is lost");
        }
        boolean load = canLoad
                && (wanted == SessionRequest.Replay.DELIVER
                        || !canResume
                        || connection.options().continuesByLoading());
        AgentLink to = link;
        ObjectNode params = setup(request).put("sessionId", known.value());
        replay.begin(wanted, load);
        to.router().attach(known, inbox);
        try {
            ask(to, load ? "session/load" : "session/resume", params, result -> {
                replay.answered();
                bind(to, named(result).orElse(known), result); // some agents name another one than they were asked for
            });
            replay.awaitQuiet(connection.options().openSession());
            connection.lifecycle().note(Lifecycle.Event.SESSION_CONTINUED, idOnWire());
        } catch (AgentException | InterruptedException e) {
            to.router().detach(inbox);
            replay.end();
            throw e;
        }
        to.dispatch(inbox.calls()::clear); // calls of the past are not open in the turn to come
    }

    private interface Told {
        void take(JsonNode result);
    }

    private void ask(AgentLink to, String method, ObjectNode params, Told told) throws InterruptedException {
        connection
                .signIn()
                .during(
                        to,
                        () -> to.ask(method, params, connection.options().openSession(), result -> {
                            told.take(result);
                            return result;
                        }));
    }

    private static Optional<SessionId> named(JsonNode result) {
        return Json.word(result, "sessionId").map(SessionId::new);
    }

    private ObjectNode setup(SessionRequest request) {
        Capabilities capabilities = connection.capabilities();
        ObjectNode params = Json.object().put("cwd", request.cwd().toString());
        params.set(
                "mcpServers",
                McpServerMapper.write(
                        request.mcpServers(), capabilities, skipped -> inbox.notice(Notice.Level.WARNING, skipped)));
        if (capabilities.has(Feature.ADDITIONAL_DIRECTORIES)) {
            request.additionalDirectories()
                    .forEach(folder -> params.withArray("additionalDirectories").add(folder.toString()));
        } else if (!request.additionalDirectories().isEmpty()
                && !connection.launchPlan().carries(request, LaunchPlan.Part.FOLDERS)) {
            capabilities.require(Feature.ADDITIONAL_DIRECTORIES);
        }
        return params;
    }

    /** On the dispatching thread, in the place of the answer that opened the session. */
    private void bind(AgentLink to, SessionId told, JsonNode result) {
        boolean isNew = !told.equals(id);
        id = told;
        to.router().attach(told, inbox);
        if (isNew) {
            inbox.tell(new AgentEvent.SessionBound(told));
        }
        inbox.changed(inbox.facts().opened(result));
        to.router().deliverEarly(told, inbox);
    }

    /**
     * Makes sure that a process holds the conversation and was launched as it must be for these wishes.
     * In a new one nothing is set yet.
     */
    void prepare(SessionRequest target, boolean changed) throws InterruptedException {
        List<String> causes = new ArrayList<>();
        if (changed) {
            causes.addAll(connection
                    .launchPlan()
                    .causes(launched, target, inbox.facts().state()));
        }
        Optional<SessionId> wanted = wanted(target, causes);
        if (!link.isAlive() || !causes.isEmpty()) {
            relaunch(target, wanted, causes);
        }
    }

    /** What to go on with; another conversation than the current is a cause of its own. */
    private Optional<SessionId> wanted(SessionRequest target, List<String> causes) {
        Optional<SessionId> asked = target.resume();
        if (asked.isPresent() && !asked.equals(id()) && !asked.equals(launched.resume())) {
            causes.add("conversation");
            return asked;
        }
        if (asked.isEmpty() && launched.resume().isPresent()) {
            causes.add("conversation reset");
            return Optional.empty();
        }
        return begun ? id() : Optional.empty();
    }

    private void relaunch(SessionRequest target, Optional<SessionId> wanted, List<String> causes)
            throws InterruptedException {
        connection.lifecycle().relaunched(causes);
        leave();
        SessionRequest.Builder launch = target.toBuilder().fresh();
        wanted.ifPresent(launch::resume);
        link = connection.links().launch(launch.build());
        launched = target;
        inbox.moveTo(link);
        if (!causes.isEmpty()) {
            inbox.notice(Notice.Level.INFO, "the agent was started anew: " + String.join(", ", causes));
        }
        boolean done = false;
        try {
            if (wanted.isPresent()) {
                resume(target, wanted.get(), SessionRequest.Replay.DISCARD);
            } else {
                begin(target);
            }
            begun = wanted.isPresent();
            if (!begun) {
                textOwed = false;
            }
            done = true;
        } catch (AgentException e) {
            lost = e.code() == ErrorCode.SESSION_NOT_FOUND;
            throw e;
        } finally {
            if (!done) {
                leave(); // the next prompt shall find no process without its conversation
            }
        }
    }

    /** Leaves the process, which ends unless another session needs it. */
    void leave() {
        link.router().detach(inbox);
        connection.links().release(link);
    }

    /** Whether the text that a conversation begins with was not said in it yet. */
    boolean awaitsText() {
        return !begun || textOwed;
    }

    /**
     * Something is said that would be lost with the conversation.
     *
     * @param command whether the text that it begins with had to be left out, if it was to come
     */
    void said(boolean command) {
        textOwed = command && awaitsText();
        begun = true;
    }

    Optional<SessionId> id() {
        return Optional.ofNullable(id);
    }

    String idOnWire() {
        return id().orElseThrow(() -> new AgentException(ErrorCode.CLOSED, "the session was never opened"))
                .value();
    }

    AgentLink link() {
        return link;
    }

    /** Whether a prompt could go on with it. */
    boolean canGoOn() {
        Capabilities capabilities = connection.capabilities();
        boolean canContinue = capabilities.has(Feature.SESSION_LOAD) || capabilities.has(Feature.SESSION_RESUME);
        return !lost && (link.isAlive() || !begun || canContinue);
    }
}
