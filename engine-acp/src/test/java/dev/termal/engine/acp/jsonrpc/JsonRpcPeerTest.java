package dev.termal.engine.acp.jsonrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

@Timeout(120)
class JsonRpcPeerTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final JsonNode NONE = MissingNode.getInstance();

    private final ScriptedChannel channel = new ScriptedChannel();
    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    private JsonRpcPeer peer;

    /** Writes down what it hears and knows no requests. */
    private class Listener implements PeerHandler {
        @Override
        public void onRequest(String method, JsonNode params, Responder responder) {
            throw JsonRpcException.methodNotFound(method);
        }

        @Override
        public void onNotification(String method, JsonNode params) {
            heard.add(method);
        }
    }

    private JsonRpcPeer start(PeerHandler handler, int queueFrames, int noiseLines) {
        return start(handler, new PeerLimits(queueFrames, noiseLines, LONG));
    }

    private JsonRpcPeer start(PeerHandler handler, Duration exitWait) {
        return start(handler, new PeerLimits(16, 5, exitWait));
    }

    private JsonRpcPeer start(PeerHandler handler, PeerLimits limits) {
        peer = new JsonRpcPeer(
                channel,
                "gizmo",
                handler,
                task -> {
                    Thread thread = new Thread(task);
                    threads.add(thread);
                    return thread;
                },
                limits);
        peer.start();
        return peer;
    }

    private JsonRpcPeer start(PeerHandler handler) {
        return start(handler, 16, 5);
    }

    private JsonRpcPeer start() {
        return start(new Listener());
    }

    @AfterEach
    void everyThreadEnds() throws InterruptedException {
        if (peer != null) {
            peer.close();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** The failure of a call that nobody else waits for. */
    private static <T extends Throwable> T failure(Class<T> type, JsonRpcCall call) {
        return assertThrows(type, () -> call.await(LONG));
    }

    // Calls

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
    void aHandlerCannotWaitForItself() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        start(new Listener() {
            @Override
            public void onNotification(String method, JsonNode params) {
                thrown.set(assertThrows(
                        IllegalStateException.class,
                        () -> peer.call("ask", NONE).await(LONG)));
            }
        });

        channel.says("{'jsonrpc':'2.0','method':'go'}").ends();
        peer.ended().toCompletableFuture().get();

        assertEquals(
                "A handler must not wait for ask on its own connection",
                thrown.get().getMessage());
    }

    @Test
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

    // Order and bounds

    @Test
    @Tag("ACP-12")
    @Tag("ACP-28")
    @Tag("ORDER-05")
    void anAnswerComesAfterAllThatWasSaidBeforeIt() throws Exception {
        int updates = 200_000;
        CountDownLatch stalled = new CountDownLatch(1);
        List<Integer> order = new ArrayList<>(updates);
        List<Integer> ahead = new ArrayList<>();
        start(
                new Listener() {
                    @Override
                    public void onNotification(String method, JsonNode params) {
                        if (order.isEmpty()) {
                            awaitQuietly(stalled);
                            ahead.add(channel.received.get());
                        }
                        if (channel.received.get() - order.size() > 64 + 1) {
                            ahead.add(channel.received.get());
                        }
                        order.add(params.intValue());
                    }
                },
                64,
                5);
        JsonRpcCall call = peer.call("prompt", NONE);
        CompletableFuture<Integer> handledAtTheAnswer = call.future().thenApply(result -> order.size());
        for (int i = 0; i < updates; i++) {
            channel.says("{'jsonrpc':'2.0','method':'update','params':" + i + "}");
        }
        channel.says("{'jsonrpc':'2.0','id':1,'result':{}}");
        Thread reader = threads.get(0);
        while (reader.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        stalled.countDown();

        assertEquals(updates, handledAtTheAnswer.get(60, TimeUnit.SECONDS));
        assertEquals(List.of(64 + 1), ahead, "64 handled or in the queue, one in the reader's hand");
        for (int i = 0; i < updates; i++) {
            assertEquals(i, order.get(i));
        }
    }

    @Test
    void theReaderNeverCallsOut() throws Exception {
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        start(new Listener() {
            @Override
            public void onNotification(String method, JsonNode params) {
                names.add(Thread.currentThread().getName());
            }

            @Override
            public void onDiagnostic(String line) {
                names.add(Thread.currentThread().getName());
            }
        });
        JsonRpcCall call = peer.call("ask", NONE);
        call.future().thenRun(() -> names.add(Thread.currentThread().getName()));

        channel.says("noise", "{'jsonrpc':'2.0','method':'m'}", "{'jsonrpc':'2.0','id':1,'result':{}}")
                .ends();
        peer.ended().toCompletableFuture().get();

        assertEquals(Collections.nCopies(3, "termal-dispatcher-gizmo"), names);
        assertEquals("termal-reader-gizmo", threads.get(0).getName());
    }

    // Noise

    @Test
    @Tag("ACP-09")
    @Tag("FRAME-01")
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

    // The end

    @Test
    @Tag("ACP-35")
    @Tag("DEATH-05")
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
    void closingIsIdempotentAndLeavesNoFuture() throws Exception {
        JsonRpcCall call = start().call("ask", NONE);

        peer.close();
        peer.close();

        AgentException failure = failure(AgentException.class, call);
        assertEquals(ErrorCode.CLOSED, failure.code());
        assertSame(failure, peer.ended().toCompletableFuture().get());
        assertSame(failure, failure(AgentException.class, peer.call("more", NONE)));
    }

    @Test
    void closingFreesAReaderThatWaitsForRoom() throws Exception {
        CountDownLatch handling = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        start(
                new Listener() {
                    @Override
                    public void onNotification(String method, JsonNode params) {
                        heard.add(method);
                        handling.countDown();
                        awaitQuietly(closed);
                    }
                },
                1,
                5);
        channel.says("{'jsonrpc':'2.0','method':'1'}", "{'jsonrpc':'2.0','method':'2'}");
        channel.says("{'jsonrpc':'2.0','method':'3'}", "{'jsonrpc':'2.0','method':'4'}");
        handling.await();
        JsonRpcCall call = peer.call("ask", NONE);

        peer.close();

        assertEquals(ErrorCode.CLOSED, failure(AgentException.class, call).code());
        closed.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of("1"), heard, "what nobody handled is dropped");
    }

    @Test
    void aHandlerMayCloseItsConnection() throws Exception {
        start(new Listener() {
            @Override
            public void onNotification(String method, JsonNode params) {
                peer.close();
            }
        });

        channel.says("{'jsonrpc':'2.0','method':'m'}");

        assertEquals(ErrorCode.CLOSED, peer.ended().toCompletableFuture().get().code());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
