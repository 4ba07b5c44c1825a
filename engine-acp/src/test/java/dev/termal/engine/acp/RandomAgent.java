package dev.termal.engine.acp;

import dev.termal.engine.acp.jsonrpc.FrameCodec;
import dev.termal.testkit.AgentSide;
import dev.termal.testkit.Responder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One process of an agent that does what agents do, in random order and number: it answers, talks, asks, and sometimes falls
 * silent or ends. All that it writes goes through {@link Mutations}.
 */
final class RandomAgent implements Responder {
    /** Updates and requests, as well-behaved agents write them. */
    private static final List<String> SENTENCES = read("sentences.jsonl");

    private static final String OPENED = "{\"sessionId\":\"s\",\"configOptions\":[{\"id\":\"model\",\"name\":\"Model\","
            + "\"category\":\"model\",\"type\":\"select\",\"currentValue\":\"m1\",\"options\":[{\"value\":\"m1\",\"name\":\"One\"},"
            + "{\"value\":\"m2\",\"name\":\"Two\"}]}],\"modes\":{\"currentModeId\":\"ask\",\"availableModes\":["
            + "{\"id\":\"ask\",\"name\":\"Ask\"},{\"id\":\"code\",\"name\":\"Code\"}]}}";

    private final Random random;
    private final boolean behaves;
    private final Mutations mutations;
    private final double misfortune;
    private final Map<String, Integer> answers = new TreeMap<>(); // by the ids of requests; guarded by this
    private Optional<JsonNode> prompt = Optional.empty();
    private volatile int requests;
    private volatile @Nullable AgentSide side;

    /**
     * An agent.
     *
     * @param behaves whether it answers whatever it is asked, and in time
     * @param misfortune how probable it is with each reaction that it ends or falls silent
     */
    RandomAgent(Random random, boolean behaves, Mutations mutations, double misfortune) {
        this.random = random;
        this.behaves = behaves;
        this.mutations = mutations;
        this.misfortune = misfortune;
    }

    @Override
    public void respond(String line, AgentSide newSide) throws InterruptedException {
        side = newSide;
        JsonNode heard = FrameCodec.JSON.readTree(line);
        List<ObjectNode> said = new ArrayList<>();
        if (!heard.has("method")) {
            answered(heard.path("id"));
        } else {
            react(heard.path("method").stringValue(), heard.path("id"), said);
        }
        List<byte[]> pieces = said.isEmpty() ? List.of() : mutations.write(said);
        for (byte[] piece : pieces) {
            newSide.sendBytes(piece);
        }
        if (random.nextDouble() < misfortune) {
            befall(newSide);
        }
    }

    private void befall(AgentSide side) throws InterruptedException {
        side.stderr("last words\n");
        switch (random.nextInt(5)) {
            case 0 -> side.exit(0);
            case 1 -> side.exit(3);
            case 2 -> side.closeOutput();
            case 3 -> side.closeInput();
            default -> new CountDownLatch(1).await(); // it reads and writes no more
        }
    }

    private void react(String method, JsonNode id, List<ObjectNode> said) {
        switch (method) {
            case "initialize" ->
                said.add(
                        result(
                                id,
                                "{\"protocolVersion\":1,\"agentInfo\":{\"name\":\"r\",\"version\":\"1\"},\"agentCapabilities\":{"
                                        + "\"loadSession\":" + random.nextBoolean()
                                        + ",\"sessionCapabilities\":{\"resume\":{},\"list\":{},"
                                        + "\"close\":{},\"delete\":{},\"fork\":{}}},\"authMethods\":[{\"id\":\"a\",\"name\":\"A\"}]}"));
            case "session/new", "session/load", "session/resume", "session/fork" -> {
                talk(said, random.nextInt(4));
                said.add(random.nextInt(6) == 0 ? error(id) : result(id, OPENED));
                talk(said, random.nextInt(2));
            }
            case "session/prompt" -> {
                prompt = Optional.of(id);
                talk(said, random.nextInt(12));
                if (behaves || random.nextInt(8) > 0) {
                    end(said, "end_turn");
                }
                talk(said, random.nextInt(2));
            }
            case "session/cancel" -> {
                if (behaves || random.nextInt(4) > 0) {
                    end(said, "cancelled");
                }
            }
            case "session/list" ->
                said.add(result(id, "{\"sessions\":[{\"sessionId\":\"s\",\"cwd\":\"/w\"}],\"nextCursor\":\"c\"}"));
            default -> {
                if (!id.isMissingNode()) {
                    said.add(random.nextInt(6) == 0 ? error(id) : result(id, "{}"));
                }
            }
        }
    }

    private void end(List<ObjectNode> said, String reason) {
        prompt.ifPresent(id -> said.add(
                random.nextInt(8) == 0
                        ? error(id)
                        : result(id, "{\"stopReason\":\"" + reason + "\",\"usage\":{\"inputTokens\":1}}")));
        prompt = Optional.empty();
    }

    private void talk(List<ObjectNode> said, int sentences) {
        for (int i = 0; i < sentences; i++) {
            ObjectNode sentence =
                    (ObjectNode) FrameCodec.JSON.readTree(SENTENCES.get(random.nextInt(SENTENCES.size())));
            if (sentence.has("id")) {
                sentence.put("id", "r" + nextRequest());
            }
            said.add(sentence);
        }
    }

    private static List<String> read(String name) {
        try (InputStream in = RandomAgent.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode message() {
        return Json.object().put("jsonrpc", "2.0");
    }

    private static ObjectNode result(JsonNode id, String result) {
        ObjectNode message = message();
        message.set("id", id);
        message.set("result", FrameCodec.JSON.readTree(result));
        return message;
    }

    private ObjectNode error(JsonNode id) {
        int[] codes = {-32603, -32000, -32002, -32601, -32602, -32800, 429};
        ObjectNode message = message();
        message.set("id", id);
        message.putObject("error")
                .put("code", codes[random.nextInt(codes.length)])
                .put("message", "no")
                .putObject("data")
                .put("details", "quota");
        return message;
    }

    private synchronized void answered(JsonNode id) {
        answers.merge(id.asString("null"), 1, Integer::sum);
        notifyAll();
    }

    /** Asks once more, waits for the answer, and gives how often each request was answered that was sent before. */
    synchronized Map<String, Integer> answersSoFar() throws InterruptedException {
        Objects.requireNonNull(side).send(Wire.request("\"last\"", "_last", "{}"));
        while (!answers.containsKey("last")) {
            wait(60_000);
        }
        return Map.copyOf(answers);
    }

    private int nextRequest() {
        requests = requests + 1;
        return requests;
    }

    /** How many requests were sent. */
    int requests() {
        return requests;
    }
}
