package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.SessionRequest;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.LaunchRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class TranscriptsTest {
    private static final String RECORDED = """
            {"t":0,"d":"#","s":"spawn agent"}
            {"t":1.5,"d":"?","s":"a \\"banner\\""}
            {"t":2,"d":">","m":{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"d":"<"}}}
            {"t":3,"d":"<","m":{"jsonrpc":"2.0","id":1,"result":{"s":"not me", "list":[1,{"m":2}]}}}
            {"t":4,"d":"!","s":"warning\\n"}
            {"t":5,"d":"<","m":{"jsonrpc":"2.0","id":9,"method":"ask"}}
            {"t":6,"d":">","m":{"jsonrpc":"2.0","id":9,"result":{}}}
            {"t":7,"d":"<","m":{"jsonrpc":"2.0","method":"done"}}
            """;

    @Test
    void givesLinesAsTheyWereOnTheWire() {
        Transcript transcript = Transcripts.parse("here", RECORDED);
        assertEquals(
                List.of(
                        "a \"banner\"",
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"s\":\"not me\", \"list\":[1,{\"m\":2}]}}",
                        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ask\"}",
                        "{\"jsonrpc\":\"2.0\",\"method\":\"done\"}"),
                transcript.agentLines());
        assertEquals(2, transcript.hostLines().size());
        assertEquals(
                new Transcript.Entry(4, Transcript.Direction.STDERR, "warning\n"),
                transcript.entries().get(4));
    }

    @Test
    void namesTheLineThatIsBroken() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> Transcripts.parse("here", RECORDED + "{\"t\":1,\"d\":\"<\"}"))
                .getMessage();
        assertTrue(message.startsWith("here:9 "), message);
        assertThrows(
                IllegalArgumentException.class, () -> Transcripts.parse("here", "{\"t\":1,\"d\":\"x\",\"s\":\"\"}"));
        assertThrows(IllegalArgumentException.class, () -> Transcripts.resource(TranscriptsTest.class, "none.jsonl"));
    }

    @Test
    void replaysTheAgentsPartWithTheIdsOfTheHostUnderTest() throws Exception {
        try (ScriptedAgent agent =
                ScriptedAgent.of(Transcripts.parse("here", RECORDED).replay())) {
            AgentProcess process = agent.launch(new LaunchRequest.ForConnection(
                    SessionRequest.in(Path.of("/").toAbsolutePath())));
            assertEquals(Optional.of("a \"banner\""), process.receive());
            process.send("{\"method\":\"more than recorded\"}");
            process.send("{\"id\":\"x-77\",\"method\":\"initialize\"}");
            assertTrue(process.receive().orElseThrow().contains("\"id\":\"x-77\""));
            assertTrue(process.receive().orElseThrow().contains("\"ask\""));
            process.send("{\"id\":9,\"result\":null}");
            assertTrue(process.receive().orElseThrow().contains("\"done\""));
            process.endInput();
            assertEquals(Optional.empty(), process.receive());
            assertEquals("warning\n", process.stderrTail());
        }
    }
}
