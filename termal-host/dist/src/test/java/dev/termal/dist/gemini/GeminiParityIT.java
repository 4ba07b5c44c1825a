package dev.termal.dist.gemini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.model.FakeGeminiApi;
import dev.termal.dist.packaged.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is seen of the published Gemini CLI by both engines, side by side. */
class GeminiParityIT extends GeminiStage {
    GeminiParityIT() {
        super("acp");
    }

    @Test
    void whatFailsIsShownAndIsAnExitCode() {
        Ended ended = host.with("GEMINI_API_KEY", "")
                .start("parity", "gemini", "-m", "gemini-2.5-pro")
                .closeInput()
                .end();
        assertEquals(1, ended.exit(), ended::toString);
        assertTrue(ended.out().lines().anyMatch(line -> line.matches("text-stream +FAIL +FAIL.*")), ended::toString);
        host.awaitNothingLeft();
    }

    @Test
    void oneEngineAloneIsNothingToCompare() {
        Ended ended = host.run("parity", "demo");
        assertEquals(2, ended.exit(), ended::toString);
        assertTrue(ended.err().contains("one engine alone"), ended::toString);
    }

    @Test
    @Tag("R-AG-136")
    @Tag("R-AG-144")
    @Tag("R-AG-145")
    @Tag("R-AG-176")
    void bothEnginesDoTheSame() throws Exception {
        Ended ended = host.start("parity", "gemini", "-m", "gemini-2.5-pro", "-o", "json")
                .closeInput()
                .end();
        assertEquals(0, ended.exit(), ended::toString);
        assertTrue(ended.err().contains("this spends tokens"), ended::toString);
        JsonNode matrix = JsonMapper.shared().readTree(ended.out());
        assertTrue(matrix.path("matches").asBoolean(), ended::toString);
        for (JsonNode line : matrix.path("lines")) {
            String id = line.path("id").asString();
            for (String engine : List.of("acp", "stream-json")) {
                String status = line.path("engines").path(engine).path("status").asString();
                boolean noServers = id.equals("round-trip") && engine.equals("stream-json");
                assertEquals(noServers ? "ABSENT" : "PASS", status, () -> id + " " + engine + ": " + ended);
            }
        }
        try (Stream<Path> kept = Files.list(host.home().resolve("parity"))) {
            assertEquals(
                    List.of(matrix),
                    kept.map(file -> JsonMapper.shared().readTree(file.toFile()))
                            .toList());
        }
        List<String> switched = model.calls().stream()
                .filter(call -> call.body().path("contents").toString().contains("maple-orbit"))
                .map(FakeGeminiApi.Call::model)
                .toList();
        assertTrue(switched.size() >= 2, switched::toString);
        assertFalse(switched.contains("gemini-2.5-pro"), switched::toString);
        host.awaitNothingLeft();
    }
}
