package dev.termal.engine.acp.demo;

import dev.termal.api.AgentException;
import dev.termal.engine.acp.jsonrpc.FrameCodec;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import dev.termal.engine.acp.jsonrpc.JsonRpcPeer;
import dev.termal.engine.acp.jsonrpc.LineChannel;
import dev.termal.engine.acp.jsonrpc.PeerHandler;
import dev.termal.engine.acp.jsonrpc.PeerLimits;
import dev.termal.engine.acp.jsonrpc.Responder;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The agent's side of the protocol: answers the client, and lets a turn run on a thread of its own. */
final class DemoServer implements PeerHandler, AutoCloseable {
    private static final int PROTOCOL_VERSION = 1;
    private static final int NOT_FOUND = -32002;
    private static final int OPEN_SESSIONS = 256;
    private static final int PAGE = 100;
    private static final int CRASH_CODE = 3;

    private final JsonRpcPeer peer;
    private final Client client;
    private final SessionFiles files;
    private final Clock clock;
    private final ThreadFactory threads;
    private final IntConsumer halt;
    private final ConcurrentHashMap<String, DemoSession> open = new ConcurrentHashMap<>();

    /**
     * A server that does nothing before {@link #start}.
     *
     * @param halt ends the process at once with this code
     */
    DemoServer(LineChannel channel, SessionFiles files, Clock clock, ThreadFactory threads, IntConsumer halt) {
        // a client's noise is its own affair: nothing but the end of input ends the agent
        this.peer = new JsonRpcPeer(
                channel, "client", this, threads, new PeerLimits(1024, Integer.MAX_VALUE, Duration.ZERO));
        this.client = new Client(peer, channel);
        this.files = files;
        this.clock = clock;
        this.threads = threads;
        this.halt = halt;
    }

    void start() {
        peer.start();
    }

    /** Completes at the end of input. */
    CompletionStage<AgentException> ended() {
        return peer.ended();
    }

    @Override
    public void close() {
        peer.close();
    }

    @Override
    public void onRequest(String method, JsonNode params, Responder responder) {
        switch (method) {
            case "initialize" -> responder.result(initialize(params));
            case "session/new" -> create(params, responder);
            case "session/load" -> reopen(params, responder, true);
            case "session/resume" -> reopen(params, responder, false);
            case "session/list" -> responder.result(list(params));
            case "session/prompt" -> prompt(params, responder);
            case "session/set_mode" -> setMode(params, responder);
            case "session/set_config_option" -> setOption(params, responder);
            case "session/close" -> close(params, responder);
            case "session/delete" -> delete(params, responder);
            default -> throw JsonRpcException.methodNotFound(method);
        }
    }

    @Override
    public void onNotification(String method, JsonNode params) {
        if (method.equals("session/cancel")) {
            Optional.ofNullable(open.get(params.path("sessionId").asString("")))
                    .flatMap(DemoSession::turn)
                    .ifPresent(DemoTurn::cancel);
        }
    }

    @Override
    public void onDiagnostic(String line) {
        System.err.println("demo agent: " + line);
    }

    private JsonNode initialize(JsonNode params) {
        client.introduce(params.path("clientCapabilities"));
        ObjectNode result = Updates.object().put("protocolVersion", PROTOCOL_VERSION);
        result.putObject("agentInfo")
                .put("name", "termal-demo")
                .put("title", "TermAl demo agent")
                .put("version", version());
        ObjectNode capabilities = result.putObject("agentCapabilities").put("loadSession", true);
        capabilities
                .putObject("promptCapabilities")
                .put("image", true)
                .put("audio", false)
                .put("embeddedContext", true);
        ObjectNode sessions = capabilities.putObject("sessionCapabilities");
        List.of("list", "resume", "close", "delete").forEach(sessions::putObject);
        result.putArray("authMethods");
        return result;
    }

    private static String version() {
        return Optional.ofNullable(DemoServer.class.getModule().getDescriptor())
                .flatMap(descriptor -> descriptor.rawVersion())
                .orElse("unknown");
    }

    private void create(JsonNode params, Responder responder) {
        Path cwd = Path.of(required(params, "cwd"));
        if (!cwd.isAbsolute()) {
            throw JsonRpcException.invalidParams("cwd must be an absolute path, not \"" + cwd + "\"");
        }
        if (open.size() >= OPEN_SESSIONS) {
            throw new JsonRpcException(JsonRpcException.INTERNAL_ERROR, "Too many open sessions; close some");
        }
        DemoSession session = new DemoSession("demo-" + UUID.randomUUID(), cwd.toString(), clock.instant());
        files.save(session);
        open.put(session.id(), session);
        answerOpened(session, responder);
    }

    private void reopen(JsonNode params, Responder responder, boolean replay) {
        String id = required(params, "sessionId");
        DemoSession session = Optional.ofNullable(open.get(id))
                .or(() -> files.load(id))
                .filter(known -> !known.isLost())
                .orElseThrow(() -> notFound(id));
        open.put(id, session);
        if (replay) {
            session.history().forEach(update -> client.update(id, update));
        }
        answerOpened(session, responder);
    }

    private void answerOpened(DemoSession session, Responder responder) {
        ObjectNode result = Updates.object().put("sessionId", session.id());
        result.set("modes", session.choices().modes());
        responder.result(result.set("configOptions", options(session)));
        client.update(session.id(), Updates.commands());
    }

    private ArrayNode options(DemoSession session) {
        return session.choices().configOptions(client.knowsBooleanOptions());
    }

    private JsonNode list(JsonNode params) {
        Optional<String> cwd = params.optional("cwd").filter(JsonNode::isString).map(JsonNode::stringValue);
        List<DemoSession> all = files.list().stream()
                .filter(session -> !session.isLost())
                .filter(session -> cwd.isEmpty() || cwd.get().equals(session.cwd()))
                .toList();
        String cursor = params.path("cursor").asString("0");
        if (!cursor.matches("\\d{1,9}")) {
            throw JsonRpcException.invalidParams("the cursor is not one of this agent's");
        }
        int from = Math.min(Integer.parseInt(cursor), all.size());
        int to = Math.min(from + PAGE, all.size());
        ObjectNode result = Updates.object();
        ArrayNode page = result.putArray("sessions");
        all.subList(from, to).forEach(session -> page.add(session.info()));
        return to < all.size() ? result.put("nextCursor", String.valueOf(to)) : result;
    }

    private void setMode(JsonNode params, Responder responder) {
        DemoSession session = openSession(params);
        session.choose("mode", params.path("modeId"));
        files.save(session);
        responder.result(Updates.object());
        client.update(session.id(), Updates.options(options(session)));
    }

    private void setOption(JsonNode params, Responder responder) {
        DemoSession session = openSession(params);
        String option = required(params, "configId");
        session.choose(option, params.path("value"));
        files.save(session);
        responder.result(Updates.object().set("configOptions", options(session)));
        if (option.equals("mode")) {
            client.update(session.id(), Updates.mode(session.choices().mode()));
        }
    }

    private void close(JsonNode params, Responder responder) {
        DemoSession session = openSession(params);
        open.remove(session.id());
        afterItsTurn(session, () -> responder.result(Updates.object()));
    }

    private void delete(JsonNode params, Responder responder) {
        String id = required(params, "sessionId");
        Runnable delete = () -> {
            files.delete(id);
            responder.result(Updates.object());
        };
        Optional.ofNullable(open.remove(id)).ifPresentOrElse(session -> afterItsTurn(session, delete), delete);
    }

    /** Cancels what runs in a session, and goes on when it has ended. */
    private static void afterItsTurn(DemoSession session, Runnable next) {
        Optional<DemoTurn> turn = session.turn();
        turn.ifPresent(DemoTurn::cancel);
        turn.map(DemoTurn::done).ifPresentOrElse(done -> done.thenRun(next), next);
    }

    private void prompt(JsonNode params, Responder responder) {
        DemoSession session = openSession(params);
        JsonNode blocks = params.path("prompt");
        if (!blocks.isArray()) {
            throw JsonRpcException.invalidParams("prompt must be an array of content blocks");
        }
        DemoTurn turn = new DemoTurn(client, session, blocks, files.folderOf(session.id()), () -> {
            files.save(session);
            System.err.println("demo agent: crashes, as it was told to");
            halt.accept(CRASH_CODE);
        });
        if (!session.begin(turn)) {
            throw new JsonRpcException(JsonRpcException.INVALID_REQUEST, "A prompt is running in this session");
        }
        responder.onCancel(turn::cancel);
        Thread thread = threads.newThread(() -> run(turn, session, blocks, responder));
        thread.setName("termal-turn-" + session.id());
        thread.start();
    }

    /** On the turn's own thread. */
    private void run(DemoTurn turn, DemoSession session, JsonNode blocks, Responder responder) {
        try {
            begin(turn, session, blocks);
            DemoTurn.Ending ending = turn.play();
            if (ending != DemoTurn.Ending.UNANSWERED) {
                answer(ending, turn, session, responder);
            }
        } catch (RuntimeException | Error e) { // whatever it is, the prompt is answered
            session.end(clock.instant());
            responder.fail(e);
        } finally {
            turn.finish();
        }
    }

    private void begin(DemoTurn turn, DemoSession session, JsonNode blocks) {
        blocks.forEach(block -> session.remember(Updates.chunk(Updates.USER, block)));
        session.nameAfter(turn.prompt())
                .ifPresent(title -> client.update(
                        session.id(), Updates.title(title, clock.instant().toString())));
        files.save(session);
    }

    private void answer(DemoTurn.Ending ending, DemoTurn turn, DemoSession session, Responder responder) {
        long read = DemoTurn.words(turn.prompt());
        long said = turn.wordsSaid();
        client.update(session.id(), Updates.usage(session.use(read + said), DemoSession.CONTEXT_WORDS));
        ObjectNode result = Updates.object().put("stopReason", ending.stopReason());
        result.putObject("usage")
                .put("inputTokens", read)
                .put("outputTokens", said)
                .put("totalTokens", read + said);
        session.end(clock.instant()); // before the answer, upon which the next prompt may come at once
        files.save(session);
        responder.result(result);
    }

    private DemoSession openSession(JsonNode params) {
        String id = required(params, "sessionId");
        return Optional.ofNullable(open.get(id)).orElseThrow(() -> notFound(id));
    }

    private static String required(JsonNode params, String name) {
        String value = params.path(name).asString("");
        if (value.isEmpty()) {
            throw JsonRpcException.invalidParams(name + " is missing or no text");
        }
        return value;
    }

    private static JsonRpcException notFound(String id) {
        return new JsonRpcException(
                NOT_FOUND,
                "Session not found: " + FrameCodec.JSON.getNodeFactory().stringNode(id));
    }
}
