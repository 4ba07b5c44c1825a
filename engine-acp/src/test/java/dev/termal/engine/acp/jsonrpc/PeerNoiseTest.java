package dev.termal.engine.acp.jsonrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lines that are no messages: skipped, counted, and too many of them. */
final class PeerNoiseTest extends PeerFixture {
    @Test
    @Tag("ACP-09")
    @Tag("FRAME-01")
    @Tag("R-AG-06")
    @Tag("PF-03")
    @Tag("R-AG-188")
    void noiseIsCountedKeptAndSkipped() throws Exception {
        JsonRpcCall call = start().call("ask", NONE);

        channel.says("Welcome", "", "{'jsonrpc':'2.0'", "42", "{'jsonrpc':'2.0','id':1,'result':{}}");
        for (int i = 0; i < 50; i++) { // after an answer, any amount
            channel.says("log " + i);
        }
        channel.says("{'jsonrpc':'2.0','method':'m'}").ends();

        call.await(LONG);
        AgentException end = peer.ended().toCompletableFuture().get();
        assertEquals(ErrorCode.AGENT_EXITED, end.code());
        assertEquals(List.of("m"), heard);
        assertEquals(53, peer.diagnostics().noiseLines());
        assertEquals(
                List.of("Welcome", "{\"jsonrpc\":\"2.0\"", "42", "log 0"),
                peer.diagnostics().firstNoise().subList(0, 4));
    }

    @Test
    @Tag("FRAME-02")
    void muchNoiseBeforeAnAnswerEndsTheConnection() throws Exception {
        JsonRpcCall call = start().call("initialize", NONE);

        channel.says("Usage: gizmo [file]", "2", "3", "4");
        channel.says("{'jsonrpc':'2.0','method':'m'}"); // not in a row any more
        channel.says("1", "2", "3", "4", "5", "6");

        AgentException failure = failure(AgentException.class, call);
        assertEquals(ErrorCode.PROTOCOL, failure.code());
        assertEquals(
                "gizmo printed 5 lines that are no JSON-RPC messages. The first line was: Usage: gizmo [file]",
                failure.getMessage());
        threads.get(1).join();
        assertTrue(channel.closes.get() > 0);
    }

    @Test
    @Tag("FRAME-02")
    void noiseAloneAndAnEndAreShown() {
        channel.exitsWith(2);
        JsonRpcCall call = start().call("initialize", NONE);

        channel.says("unknown option --acp").ends();

        AgentException failure = failure(AgentException.class, call);
        assertEquals(ErrorCode.PROTOCOL, failure.code());
        assertEquals(
                "gizmo ended (exit code 2) and had printed no JSON-RPC message."
                        + " The first line was: unknown option --acp",
                failure.getMessage());
    }

    @Test
    @Tag("FRAME-08")
    void aMessageOverSeveralLinesIsNamed() {
        JsonRpcCall call = start().call("initialize", NONE);

        channel.says("{", "  'jsonrpc': '2.0',", "  'id': 1,", "  'result': {}", "}");

        AgentException failure = failure(AgentException.class, call);
        assertEquals(ErrorCode.PROTOCOL, failure.code());
        assertEquals(
                "gizmo spreads a JSON message over several lines; every message must stand on one line",
                failure.getMessage());
    }

    @Test
    @Tag("FRAME-02")
    void whoRepeatsWhatItIsSentIsNoAgent() {
        JsonRpcCall call = start().call("initialize", NONE);

        channel.says("{'jsonrpc':'2.0','id':1,'method':'initialize','params':{}}");

        AgentException failure = failure(AgentException.class, call);
        assertEquals(ErrorCode.PROTOCOL, failure.code());
        assertTrue(failure.getMessage().startsWith("gizmo repeats what it is sent"), failure.getMessage());
    }

    @Test
    void aRequestOfThePeersOwnUnderAnIdOfOursIsNoEcho() throws Exception {
        JsonRpcCall call = start().call("initialize", NONE);

        channel.says("{'jsonrpc':'2.0','id':1,'method':'other'}", "{'jsonrpc':'2.0','id':1,'result':{}}");

        call.await(LONG);
    }
}
