package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.api.AgentEvent;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.RawJson;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.EngineBinding;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Recorded traffic of real agents, read as a session reads it and compared with golden files. To write them anew after a
 * change that is meant: {@code -Dtermal.golden=write}, then read the difference.
 */
final class TranscriptTest {
    private static final Path TRANSCRIPTS = Path.of("src/test/resources/dev/termal/engine/acp/transcripts");

    static Stream<String> transcripts() throws IOException {
        try (Stream<Path> files = Files.list(TRANSCRIPTS)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jsonl"))
                    .map(name -> name.replace(".jsonl", ""))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void readsAsTheGoldenFileSays(String name) throws IOException {
        Reading reading = new Reading();
        for (String line : Files.readAllLines(TRANSCRIPTS.resolve(name + ".jsonl"))) {
            JsonNode entry = Json.parse(new RawJson(line));
            if (entry.path("d").stringValue().equals(">")) {
                reading.sent(entry.path("m"));
            } else {
                reading.received(entry.path("m"));
            }
        }
        Path golden = TRANSCRIPTS.resolve(name + ".golden");
        String read = String.join("\n", reading.lines) + "\n";
        if ("write".equals(System.getProperty("termal.golden"))) {
            Files.writeString(golden, read, StandardCharsets.UTF_8);
        }
        assertEquals(Files.readString(golden, StandardCharsets.UTF_8), read);
    }

    /** What a connection does with the messages, less the waiting. */
    private static final class Reading {
        private final List<String> lines = new ArrayList<>();
        private final Map<String, UpdateReader> sessions = new LinkedHashMap<>();
        private final Map<JsonNode, JsonNode> asked = new HashMap<>();
        private final Map<JsonNode, JsonNode> askedByAgent = new HashMap<>();
        private final List<String> loading = new ArrayList<>();

        void sent(JsonNode message) {
            JsonNode params = message.path("params");
            String session = params.path("sessionId").asString("");
            String method = message.path("method").asString("");
            if (method.isEmpty()) {
                answered(askedByAgent.remove(message.path("id")), message);
                return;
            }
            asked.put(message.path("id"), message);
            switch (method) {
                case "session/prompt" -> {
                    reader(session).calls().beginTurn();
                    lines.add(
                            "> prompt " + EventText.quoted(params.path("prompt").toString()));
                }
                case "session/cancel" -> {
                    lines.add("> cancel");
                    show(reader(session).calls().cancelOpen());
                }
                case "session/load", "session/resume" -> {
                    lines.add("> " + method);
                    loading.add(session);
                    reader(session);
                }
                default -> lines.add("> " + method);
            }
        }

        private void answered(JsonNode request, JsonNode answer) {
            if (!request.path("method").stringValue().equals("session/request_permission")) {
                return;
            }
            ToolCalls calls = reader(request.path("params").path("sessionId").stringValue())
                    .calls();
            String call =
                    request.path("params").path("toolCall").path("toolCallId").stringValue();
            String chosen =
                    answer.path("result").path("outcome").path("optionId").asString("");
            Optional<PermissionOption> option = PermissionMapper.chosen(
                    new PermissionDecision.Selected(chosen),
                    new PermissionRequest(
                            ToolCall.builder(call).build(), PermissionMapper.options(request.path("params"))));
            lines.add("> " + option.map(one -> one.kind().name()).orElse("no option"));
            if (option.isPresent() && option.get().kind().allows()) {
                calls.permit(call);
            } else {
                show(calls.end(call, ToolCall.Status.REJECTED));
            }
        }

        void received(JsonNode message) {
            String method = message.path("method").asString("");
            if (method.isEmpty()) {
                finished(asked.remove(message.path("id")), message);
            } else if (message.has("id")) {
                askedByAgent.put(message.path("id"), message);
                asks(method, message.path("params"));
            } else if (method.equals("session/update")) {
                String session = message.path("params").path("sessionId").stringValue();
                for (AgentEvent event :
                        reader(session).read(message.path("params").path("update"))) {
                    lines.add(number(session)
                            + EventText.of(
                                    loading.contains(session) && UpdateReader.isHistory(event)
                                            ? new AgentEvent.Replayed(event)
                                            : event));
                }
            } else {
                lines.add("told " + method);
            }
        }

        private void asks(String method, JsonNode params) {
            if (method.equals("session/request_permission")) {
                ToolCalls calls = reader(params.path("sessionId").stringValue()).calls();
                ToolCall call = calls.fold(params.path("toolCall")).orElseThrow();
                lines.add("asks "
                        + PermissionMapper.options(params).stream()
                                .map(option -> option.kind() + "=" + option.id())
                                .toList()
                        + " " + EventText.of(call));
            } else {
                lines.add("asks " + method);
            }
        }

        private void finished(JsonNode request, JsonNode answer) {
            if (request == null) {
                lines.add("answer to nothing");
                return;
            }
            String method = request.path("method").stringValue();
            JsonNode result = answer.path("result");
            String session = request.path("params").path("sessionId").asString("");
            if (method.equals("session/prompt") && reader(session) != null) {
                show(reader(session).calls().failOpen());
            }
            if (answer.has("error")) {
                lines.add("error " + error(method, answer.path("error")));
                loading.remove(session);
                return;
            }
            switch (method) {
                case "session/prompt" ->
                    lines.add("end "
                            + Json.constant(
                                    StopReason.values(),
                                    result.path("stopReason").asString(""),
                                    StopReason.OTHER)
                            + UsageMapper.turn(result)
                                    .map(usage -> " " + EventText.of(usage))
                                    .orElse(""));
                case "session/new", "session/load", "session/resume", "session/fork" -> {
                    String id = result.path("sessionId").asString(session);
                    lines.add("opened " + id);
                    show(reader(id).changed(reader(id).facts().opened(result)));
                    loading.remove(session);
                }
                case "session/set_config_option" ->
                    show(reader(session).changed(reader(session).facts().withOptions(StateMapper.options(result))));
                case "initialize" -> lines.add("initialized");
                default -> lines.add("done " + method);
            }
        }

        private static String error(String method, JsonNode error) {
            EngineBinding binding = new BareBinding();
            JsonRpcException said = new JsonRpcException(
                    error.path("code").intValue(),
                    error.path("message").stringValue(),
                    error.has("data") ? Optional.of(Json.raw(error.path("data"))) : Optional.empty());
            var failure = new PeerErrors("agent", binding, System.getLogger("test")).translate(method, said, "");
            return failure.code() + " " + failure.getMessage();
        }

        private UpdateReader reader(String session) {
            return sessions.computeIfAbsent(session, id -> new UpdateReader());
        }

        /** Tells the sessions of one transcript apart. */
        private String number(String session) {
            int index = List.copyOf(sessions.keySet()).indexOf(session);
            return index > 0 ? "#" + (index + 1) + " " : "";
        }

        private void show(List<AgentEvent> events) {
            events.forEach(event -> lines.add(EventText.of(event)));
        }
    }
}
