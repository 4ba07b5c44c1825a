package dev.termal.engine.acp.jsonrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls and what answers them: in any order and shape, late, twice, or given up. */
final class JsonRpcPeerTest extends PeerFixture {
    @Test
    void aCallGetsItsAnswer() throws Exception {
        JsonRpcCall call =
                start().call("ask", FrameCodec.JSON.createObjectNode().put("a", 1));
        assertEquals(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ask\",\"params\":{\"a\":1}}",
                channel.next().toString());

        channel.says("{'jsonrpc':'2.0','id':1,'result':{'b':2}}");

        assertEquals("{\"b\":2}", call.await(LONG).toString());
        assertEquals(0, peer.pendingCalls());
    }

    @Test
    @Tag("ACP-15")
    @Tag("CORR-01")
    @Tag("R-AG-02")
    @Tag("R-AG-188")
    void answersMayComeInAnyOrderAndNullIsOne() throws Exception {
        start();
        JsonRpcCall first = peer.call("a", NONE);
        JsonRpcCall second = peer.call("b", NONE);

        channel.says("{'jsonrpc':'2.0','id':2,'result':'second'}", "{'jsonrpc':'2.0','id':1,'result':null}");

        assertTrue(first.await(LONG).isNull());
        assertEquals("second", second.await(LONG).stringValue());
    }

    @Test
    @Tag("ACP-18")
    @Tag("R-AG-05")
    @Tag("PF-12")
    void anErrorKeepsCodeMessageAndData() {
        JsonRpcCall call = start().call("ask", NONE);

        channel.says("{'jsonrpc':'2.0','id':1,'error':{'code':-32000,'message':'sign in','data':{'x':[1]}}}");

        JsonRpcException error = failure(JsonRpcException.class, call);
        assertEquals(-32000, error.code());
        assertEquals("sign in", error.message());
        assertEquals(Optional.of(new RawJson("{\"x\":[1]}")), error.data());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'{}'                       | -32603 | error -32603",
                "'{\"code\":400}'           | 400    | error 400",
                "'\"broken\"'               | -32603 | broken",
                "7                          | -32603 | error -32603",
                "[1]                        | -32603 | error -32603",
                "'{\"code\":\"x\",\"message\":7}' | -32603 | 7"
            })
    void anErrorOfAnyShapeIsRead(String json, int code, String message) {
        JsonRpcCall call = start().call("ask", NONE);

        channel.says("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":" + json + "}");

        JsonRpcException error = failure(JsonRpcException.class, call);
        assertEquals(code, error.code());
        assertEquals(message, error.message());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'jsonrpc':'2.0','id':7,'result':{}}",
                "{'jsonrpc':'2.0','id':'1','result':{}}",
                "{'jsonrpc':'2.0','id':1.5,'result':{}}",
                "{'jsonrpc':'2.0','id':18446744073709551617,'result':{}}",
                "{'jsonrpc':'2.0','id':null,'error':{'code':-32700}}",
                "{'jsonrpc':'2.0','id':1,'result':{},'error':{}}",
                "{'jsonrpc':'2.0','id':1}"
            })
    @Tag("ACP-15")
    @Tag("CORR-01")
    @Tag("CORR-02")
    @Tag("R-AG-02")
    void whatAnswersNothingIsIgnoredAndTold(String line) throws Exception {
        JsonRpcCall call = start().call("ask", NONE);

        channel.says(line, "{'jsonrpc':'2.0','id':1,'result':true}", "{'jsonrpc':'2.0','id':1,'result':false}");
        channel.ends();

        assertTrue(call.await(LONG).booleanValue());
        peer.ended().toCompletableFuture().get();
        assertEquals(2, peer.diagnostics().ignoredFrames());
        assertEquals(
                "ignored a late or second answer, id 1",
                peer.diagnostics().lastIgnored().get(1));
    }

    @Test
    @Tag("CORR-01")
    @Tag("R-AG-07")
    @Tag("PF-10")
    void afterATimeoutTheAnswerIsIgnored() throws Exception {
        JsonRpcCall call = start().call("ask", NONE);

        AgentException late = assertThrows(AgentException.class, () -> call.await(Duration.ofMillis(1)));
        assertEquals(ErrorCode.TIMEOUT, late.code());
        assertEquals("gizmo did not answer ask within 1 ms", late.getMessage());
        assertEquals(0, peer.pendingCalls());

        channel.says("{'jsonrpc':'2.0','id':1,'result':{}}").ends();
        peer.ended().toCompletableFuture().get();
        assertEquals(1, peer.diagnostics().ignoredFrames());
        assertSame(late, assertThrows(AgentException.class, () -> call.await(LONG)));
    }

    @Test
    void anInterruptGivesTheAnswerUp() throws Exception {
        JsonRpcCall call = start().call("ask", NONE);
        Thread.currentThread().interrupt();

        assertThrows(InterruptedException.class, () -> call.await(LONG));
        assertEquals(0, peer.pendingCalls());
        assertThrows(CancellationException.class, () -> call.await(LONG));
    }

    @Test
    @Tag("PERM-07")
    void aCallCanBeTakenBackAndStaysOpen() throws Exception {
        JsonRpcCall call = start().call("ask", NONE);
        channel.next();

        call.requestCancel();

        assertEquals(
                "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":1}}",
                channel.next().toString());
        channel.says("{'jsonrpc':'2.0','id':1,'error':{'code':-32800,'message':'cancelled'}}");
        assertEquals(-32800, failure(JsonRpcException.class, call).code());
        call.requestCancel();
        assertFalse(channel.hasSentMore());
    }
}
