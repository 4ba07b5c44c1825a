package dev.termal.engine.acp;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.EngineBinding;
import dev.termal.engine.acp.jsonrpc.FrameCodec;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What an agent's error answers mean: the binding's word first, then the protocol's codes, then what agents really send. */
final class PeerErrors {
    static final int AUTH_REQUIRED = -32000;
    static final int RESOURCE_NOT_FOUND = -32002;

    private static final int MAX_DEPTH = 10;
    private static final int MAX_MESSAGE = 500;
    private static final int UNAUTHORIZED = 401;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;

    /** How an agent begins that does not know the session any more, whatever it was asked. */
    private static final Pattern LOST_SESSION = Pattern.compile(
            "invalid session|unknown session|no (previous |such )?sessions? |session\\b.{0,80}\\b(not found|does not exist)",
            FLAGS);

    /** The same in the many words in which agents refuse to open a session. */
    private static final Pattern CANNOT_OPEN = Pattern.compile(
            "(CONVERSATION)\\w*\\b.{0,80}\\b(not found|not be found|does not exist|doesn't exist|unknown)"
                    .concat("|(invalid|unknown|no|no such|no previous) (CONVERSATION)")
                    .concat("|(not|can't|cannot|failed to|unable to) (find|locate) .{0,40}(CONVERSATION)")
                    .concat("|no \\w+ found for (CONVERSATION)")
                    .replace("CONVERSATION", "session|conversation|thread|chat"),
            FLAGS);

    private static final Set<String> CONTINUING = Set.of("session/load", "session/resume");
    private static final Set<String> OPENING = Set.of("session/load", "session/resume", "session/fork");
    private static final List<String> EXPLAINING = List.of("details", "detail", "message", "error", "reason", "cause");

    private final String agent;
    private final EngineBinding binding;
    private final System.Logger log;

    PeerErrors(String agent, EngineBinding binding, System.Logger log) {
        this.agent = agent;
        this.binding = binding;
        this.log = log;
    }

    AgentException translate(String method, JsonRpcException error, String stderrTail) {
        List<String> words = new ArrayList<>();
        words.add(error.message());
        Optional<JsonNode> data = error.data().map(Json::parse);
        data.ifPresent(node -> collectText(node, words, 0));
        ErrorCode code = classified(
                        new EngineBinding.PeerError(method, error.code(), error.message(), error.data(), stderrTail))
                .orElseGet(() -> code(method, error.code(), words));
        String said = error.message()
                + data.flatMap(node -> cause(node, 0))
                        .filter(cause -> !error.message().contains(cause))
                        .map(cause -> ": " + cause)
                        .orElse("");
        AgentException.Detail detail =
                new AgentException.Detail(Optional.of(error.code()), error.message(), error.data(), stderrTail);
        return new AgentException(code, message(method, code, said), detail, error);
    }

    /** The binding's word; none where it fails, for what the agent said matters more than why nobody could read it. */
    private Optional<ErrorCode> classified(EngineBinding.PeerError error) {
        try {
            return binding.classify(error);
        } catch (RuntimeException | LinkageError e) {
            log.log(System.Logger.Level.WARNING, "classifying an error of " + error.method() + " failed", e);
            return Optional.empty();
        }
    }

    private static ErrorCode code(String method, int code, List<String> words) {
        return switch (code) {
            case AUTH_REQUIRED, UNAUTHORIZED -> ErrorCode.AUTH_REQUIRED;
            case TOO_MANY_REQUESTS -> ErrorCode.LIMIT;
            // whoever cannot continue any session after all does not have this one
            case JsonRpcException.METHOD_NOT_FOUND ->
                CONTINUING.contains(method) ? ErrorCode.SESSION_NOT_FOUND : ErrorCode.UNSUPPORTED;
            case JsonRpcException.REQUEST_CANCELLED -> ErrorCode.CANCELLED;
            case RESOURCE_NOT_FOUND ->
                method.startsWith("session/") ? ErrorCode.SESSION_NOT_FOUND : ErrorCode.AGENT_ERROR;
            default -> isLostSession(method, words) ? ErrorCode.SESSION_NOT_FOUND : ErrorCode.AGENT_ERROR;
        };
    }

    /** Where a session is not being opened, the words may stand in whatever the agent quotes: only the first ones count. */
    private static boolean isLostSession(String method, List<String> words) {
        return OPENING.contains(method)
                ? words.stream().anyMatch(text -> CANNOT_OPEN.matcher(text).find())
                : method.startsWith("session/")
                        && LOST_SESSION.matcher(words.get(0)).lookingAt();
    }

    private String message(String method, ErrorCode code, String said) {
        String line = FrameCodec.oneLine(said).replaceAll("\\s+", " ").strip();
        String cut = line.length() > MAX_MESSAGE ? line.substring(0, MAX_MESSAGE) + "..." : line;
        return switch (code) {
            case AUTH_REQUIRED -> agent + " wants a sign-in first: " + cut;
            case SESSION_NOT_FOUND -> agent + " does not know the session: " + cut;
            default -> agent + " answered " + method + " with an error: " + cut;
        };
    }

    /** The text that explains: agents hide the real cause behind "internal error". */
    private static Optional<String> cause(JsonNode node, int depth) {
        if (node.isString()) {
            return Optional.of(node.stringValue()).filter(text -> !text.isBlank());
        }
        if (!node.isContainer() || depth > MAX_DEPTH) {
            return Optional.empty();
        }
        Stream<JsonNode> children =
                node.isArray() ? node.valueStream() : EXPLAINING.stream().map(node::path);
        return children.flatMap(child -> cause(child, depth + 1).stream()).findFirst();
    }

    private static void collectText(JsonNode node, List<String> words, int depth) {
        if (node.isString() && !node.stringValue().isBlank()) {
            words.add(node.stringValue());
        } else if (depth < MAX_DEPTH) {
            node.forEach(child -> collectText(child, words, depth + 1));
        }
    }
}
