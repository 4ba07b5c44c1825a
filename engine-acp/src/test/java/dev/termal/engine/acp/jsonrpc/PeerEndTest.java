package dev.termal.engine.acp.jsonrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a connection ends, and that nobody waits for it in vain. */
final class PeerEndTest extends PeerFixture {
    @Test
    @Tag("ACP-35")
    @Tag("DEATH-05")
    @Tag("R-AG-08")
    @Tag("PF-09")
    void theEndFailsEveryCallOnceWithTheExitAndStderr() throws Exception {
        channel.exitsWith(3);
        channel.stderr = "panic: out of cheese";
        start();
        List<JsonRpcCall> calls = List.of(peer.call("a", NONE), peer.call("b", NONE), peer.call("c", NONE));
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Boolean> ended = Collections.synchronizedList(new ArrayList<>());
        calls.forEach(call -> call.future().whenComplete((result, failure) -> {
            failures.add(failure);
            ended.add(peer.hasEnded());
        }));

        channel.says("{'jsonrpc':'2.0','method':'last words'}").ends();
        peer.ended().toCompletableFuture().get();

        assertEquals(3, failures.size());
        assertEquals(List.of(true, true, true), ended, "else somebody would go on with a peer that has ended");
        AgentException cause = assertInstanceOf(AgentException.class, failures.get(0));
        assertEquals(ErrorCode.AGENT_EXITED, cause.code());
        assertEquals("gizmo ended (exit code 3)", cause.getMessage());
        assertEquals("panic: out of cheese", cause.detail().stderrTail());
        assertEquals(List.of("last words"), heard);
        assertEquals(0, peer.pendingCalls());
    }

    @Test
    @Tag("ACP-35")
    @Tag("DEATH-05")
    @Tag("R-AG-08")
    @Tag("R-AG-42")
    void afterTheEndCallsFailAtOnceAndNothingIsWritten() throws Exception {
        start();
        channel.ends();
        AgentException cause = peer.ended().toCompletableFuture().get();

        JsonRpcCall call = peer.call("ask", NONE);

        assertTrue(call.future().isCompletedExceptionally());
        assertSame(cause, failure(AgentException.class, call));
        assertEquals("gizmo closed its output", cause.getMessage());
        assertFalse(peer.notify("tell", NONE));
        assertEquals(0, channel.sent.get());
    }

    @Test
    @Tag("R-AG-09")
    @Tag("PF-08")
    void aWriteThatFailsFailsItsCallWithTheExit() {
        start();
        channel.exitsWith(137);
        channel.broken = true;
        channel.ends();

        AgentException failure = failure(AgentException.class, peer.call("ask", NONE));

        assertEquals("gizmo ended (exit code 137 (SIGKILL))", failure.getMessage());
        assertEquals(0, peer.pendingCalls());
        assertFalse(peer.notify("tell", NONE));
    }

    @Test
    @Tag("DEATH-03")
    void aPeerThatReadsNoMoreAndLivesIsEnded() throws Exception {
        start(new Listener(), Duration.ofMillis(50));
        channel.broken = true;

        AgentException failure = failure(AgentException.class, peer.call("ask", NONE));

        assertEquals(ErrorCode.AGENT_EXITED, failure.code());
        assertEquals("gizmo closed its input", failure.getMessage());
        threads.get(1).join();
        assertTrue(channel.closes.get() > 0);
    }

    @Test
    @Tag("ACP-11")
    @Tag("FRAME-06")
    void aLineThatIsTooLongEndsTheConnectionAfterWhatCameBefore() throws Exception {
        JsonRpcCall call = start().call("ask", NONE);
        AgentException tooLong = new AgentException(ErrorCode.PROTOCOL, "A line is longer than 16 bytes");

        channel.says("{'jsonrpc':'2.0','method':'m'}").fails(tooLong);

        assertSame(tooLong, failure(AgentException.class, call));
        assertEquals(List.of("m"), heard);
        threads.get(1).join();
        assertTrue(channel.closes.get() > 0);
    }

    @Test
    @Tag("ACP-47")
    @Tag("R-AG-08")
    @Tag("R-AG-42")
    @Tag("PF-22")
    void closingIsIdempotentAndLeavesNoFuture() throws Exception {
        JsonRpcCall call = start().call("ask", NONE);

        peer.close();
        peer.close();

        AgentException failure = failure(AgentException.class, call);
        assertEquals(ErrorCode.CLOSED, failure.code());
        assertSame(failure, peer.ended().toCompletableFuture().get());
        assertSame(failure, failure(AgentException.class, peer.call("more", NONE)));
    }
}
