package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.host.SessionSpec;
import dev.termal.host.StoredSessions;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import dev.termal.host.json.Json;
import dev.termal.host.json.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The same few turns by each engine, laid side by side. */
@Timeout(60)
class ParityCommandTest {
    private final List<String> asked = new ArrayList<>();

    @TempDir
    Path home;

    private FakeTermal termal = new FakeTermal(new FakeSession(session -> Samples.done("")));

    /** An agent that says back what it was told, and remembers. */
    private TurnReport obedient(FakeSession session, UnaryOperator<List<String>> manner) {
        List<String> prompts =
                session.prompts.stream().map(prompt -> prompt.text()).toList();
        String last = prompts.get(prompts.size() - 1);
        if (last.startsWith("Write a story")) {
            say(session, "Once");
            return Samples.ended(Outcome.CANCELLED, Optional.empty());
        }
        boolean wantsMore = last.startsWith("Which word") || last.startsWith("Your context");
        String answer = wantsMore ? prompts.toString() : "ok: " + last + given();
        manner.apply(List.of(answer.substring(0, 3), answer.substring(3))).forEach(piece -> say(session, piece));
        return Samples.done(answer);
    }

    /** What stands beside the prompt. */
    private String given() {
        SessionSpec spec = termal.opened.get(termal.opened.size() - 1);
        StringBuilder given = new StringBuilder(spec.systemPrompt().orElse(""));
        for (Path folder : spec.skills()) {
            try {
                given.append(Files.readString(folder.resolve("parity-check/SKILL.md")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return given.toString();
    }

    private static void say(FakeSession session, String text) {
        session.emit(new EntryBody.Said(
                new AgentEvent.MessageChunk(AgentEvent.Role.AGENT, ContentBlock.text(text), Optional.empty()), false));
    }

    private Map<String, String> statuses(int exit, FakeSession.Turn turn) {
        termal = new FakeTermal(new FakeSession(turn)) {
            @Override
            public StoredSessions sessions() {
                return (StoredSessions) Proxy.newProxyInstance(
                        StoredSessions.class.getClassLoader(),
                        new Class<?>[] {StoredSessions.class},
                        (proxy, method, arguments) -> {
                            asked.add(method.getName());
                            return null;
                        });
            }
        };
        termal.home = home;
        TestShell shell = new TestShell(termal::open);
        assertEquals(exit, shell.run("parity", "sample", "-o", "json"), shell.err());
        assertTrue(shell.err().contains("this spends tokens"), shell.err());
        Map<String, String> statuses = new TreeMap<>();
        for (JsonNode line : Json.read(shell.out()).path("lines")) {
            statuses.put(
                    line.path("id").asString(),
                    line.path("engines").path("more").path("status").asString());
        }
        return statuses;
    }

    @Test
    void anAgentThatDoesAsItIsToldPasses() throws Exception {
        assertEquals(
                Map.of(
                        "text-stream", "PASS",
                        "continuity", "PASS",
                        "round-trip", "ABSENT",
                        "model-switch", "ABSENT",
                        "serialization", "PASS",
                        "abort-recover", "PASS",
                        "usage", "PASS",
                        "digest", "PASS",
                        "system-prompt", "PASS",
                        "skills", "PASS"),
                statuses(0, session -> obedient(session, pieces -> pieces)));
        assertEquals(List.of("remove", "remove"), asked, "what was kept for it is gone, by each engine");
        try (var kept = Files.list(home.resolve("parity"))) {
            assertEquals(1, kept.count());
        }
    }

    @Test
    void anAgentThatSendsAllAgainFails() {
        Map<String, String> statuses = statuses(
                1,
                session -> obedient(session, pieces -> {
                    String whole = String.join("", pieces);
                    return List.of(whole.substring(0, 20), whole);
                }));
        assertEquals("FAIL", statuses.get("text-stream"));
        assertEquals("PASS", statuses.get("serialization"));
    }

    @Test
    void anAgentThatForgetsAndOneThatBreaksFail() {
        Map<String, String> forgetful = statuses(1, session -> {
            String last = session.prompts.get(session.prompts.size() - 1).text();
            return Samples.done("ok: " + last);
        });
        assertEquals("FAIL", forgetful.get("continuity"));
        assertEquals("FAIL", forgetful.get("digest"));
        assertEquals("UNTESTED", forgetful.get("abort-recover"));
        Map<String, String> broken = statuses(1, session -> Samples.failed());
        assertEquals("FAIL", broken.get("abort-recover"));
        assertEquals("FAIL", broken.get("usage"));
        assertEquals("FAIL", broken.get("system-prompt"));
        assertEquals("FAIL", broken.get("skills"));
        assertEquals("UNTESTED", broken.get("digest"));
    }
}
