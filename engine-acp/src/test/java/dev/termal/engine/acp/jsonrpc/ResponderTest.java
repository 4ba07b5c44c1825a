package dev.termal.engine.acp.jsonrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the peer asks is answered exactly once, whatever the handler does. */
@Timeout(60)
class ResponderTest {
    private final ScriptedChannel channel = new ScriptedChannel();
    private final LinkedBlockingQueue<Responder> asked = new LinkedBlockingQueue<>();
    private final JsonNode empty = FrameCodec.JSON.createObjectNode();
    private JsonRpcPeer peer;
    private volatile RuntimeException thrown;

    private void handleWith(Consumer<Responder> handler) {
        peer = new JsonRpcPeer(
                channel,
                "gizmo",
                new PeerHandler() {
                    @Override
                    public void onRequest(String method, JsonNode params, Responder responder) {
                        asked.add(responder);
                        handler.accept(responder);
                    }

                    @Override
                    public void onNotification(String method, JsonNode params) {
                        throw new IllegalStateException("notifications are never answered");
                    }
                },
                Thread::new,
                new PeerLimits(16, 100, Duration.ofSeconds(1)));
        peer.start();
    }

    private String answerTo(RuntimeException failure) throws InterruptedException {
        channel.says("{'jsonrpc':'2.0','id':1,'method':'ask'}");
        asked.take().fail(failure);
        String afterwards = channel.next().path("error").toString();

        thrown = failure;
        channel.says("{'jsonrpc':'2.0','id':2,'method':'ask'}");
        asked.take();
        assertEquals(afterwards, channel.next().path("error").toString(), "thrown or given, it is the same");
        thrown = null;
        return afterwards;
    }

    @AfterEach
    void close() {
        peer.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "0", "\"\"", "\"0\"", "null", "\"ä\""})
    @Tag("ACP-16")
    @Tag("CORR-03")
    @Tag("R-AG-03")
    @Tag("PF-11")
    void theIdIsEchoed(String id) throws Exception {
        handleWith(responder -> responder.result(empty));

        channel.says("{'jsonrpc':'2.0','id':" + id + ",'method':'ask'}");

        assertEquals(
                "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}",
                channel.next().toString());
    }

    @Test
    @Tag("ACP-17")
    @Tag("CORR-05")
    @Tag("R-AG-04")
    void failuresAreToldSafely() throws Exception {
        handleWith(responder -> {
            if (thrown != null) {
                throw thrown;
            }
        });
        assertEquals(
                "{\"code\":-32601,\"message\":\"Method not found: ask\"}",
                answerTo(JsonRpcException.methodNotFound("ask")));
        assertEquals(
                "{\"code\":-32602,\"message\":\"Invalid params for ask: cwd is not absolute\"}",
                answerTo(new IllegalArgumentException("cwd is not absolute")));
        assertEquals(
                "{\"code\":-32602,\"message\":\"Invalid params for ask\"}",
                answerTo(new IllegalArgumentException("No enum constant dev.termal.api.ToolCall.Kind.x")));
        assertEquals(
                "{\"code\":-32602,\"message\":\"Invalid params for ask: a b\"}",
                answerTo(new IllegalArgumentException("a\nb")));
        assertEquals(
                "{\"code\":-32603,\"message\":\"Internal error in ask\"}",
                answerTo(new IllegalStateException("java.lang.Secret at /home/me")));
        assertEquals(
                "{\"code\":-32603,\"message\":\"Internal error in ask\"}",
                answerTo(new CompletionException(new IOException("disk"))));
        assertEquals(
                "{\"code\":-32602,\"message\":\"Invalid params for ask\"}",
                answerTo(new CompletionException(new IllegalArgumentException())));
    }

    @Test
    void evenAnErrorInAHandlerIsAnswered() throws Exception {
        handleWith(responder -> {
            throw new StackOverflowError();
        });

        channel.says("{'jsonrpc':'2.0','id':1,'method':'ask'}");
        assertEquals(-32603, channel.next().path("error").path("code").intValue());
        channel.says("{'jsonrpc':'2.0','id':2,'method':'ask'}");
        assertEquals(2, channel.next().path("id").intValue());
    }

    @Test
    void theFirstAnswerCounts() throws Exception {
        handleWith(responder -> {
            responder.result(empty);
            throw new IllegalStateException("after the answer");
        });

        channel.says("{'jsonrpc':'2.0','id':1,'method':'ask'}");
        Responder responder = asked.take();
        channel.next();

        assertFalse(responder.result(empty));
        assertFalse(responder.fail(new IllegalStateException()));
        assertTrue(responder.isAnswered());
        channel.ends();
        peer.ended().toCompletableFuture().get();
        assertFalse(channel.hasSentMore());
    }

    @Test
    @Tag("ACP-39")
    void anAnswerMayComeLaterWhileOthersPass() throws Exception {
        handleWith(responder -> {});
        channel.says("{'jsonrpc':'2.0','id':1,'method':'ask'}", "{'jsonrpc':'2.0','id':2,'method':'ask'}");
        Responder first = asked.take();
        Responder second = asked.take();

        Thread other = new Thread(() -> second.result(empty));
        other.start();
        other.join();
        assertEquals(2, channel.next().path("id").intValue());
        first.result(empty);
        assertEquals(1, channel.next().path("id").intValue());
    }

    @Test
    @Tag("ACP-40")
    @Tag("PERM-07")
    void aCancelledRequestCancelsItsStage() throws Exception {
        CompletableFuture<JsonNode> stage = new CompletableFuture<>();
        handleWith(responder -> responder.answerWith(stage));

        channel.says(
                "{'jsonrpc':'2.0','id':'a','method':'ask'}",
                "{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':'b'}}",
                "{'jsonrpc':'2.0','method':'$/cancel_request'}",
                "{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':'a'}}");

        assertEquals(
                "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":-32800,\"message\":\"Request cancelled\"}}",
                channel.next().toString());
        assertTrue(stage.isCancelled());
    }

    /** An agent may use an id twice; then both are answered, and neither is forgotten. */
    @Test
    void theEndCancelsAllThatBearOneId() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(2);
        handleWith(responder -> responder.onCancel(cancelled::countDown));

        channel.says("{'jsonrpc':'2.0','id':1,'method':'ask'}", "{'jsonrpc':'2.0','id':1,'method':'ask'}")
                .ends();

        cancelled.await();
    }

    @Test
    void theEndCancelsWhatIsOpenAndWritesNothing() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        handleWith(responder -> responder.onCancel(cancelled::countDown));

        channel.says("{'jsonrpc':'2.0','id':1,'method':'ask'}").ends();

        cancelled.await();
        peer.ended().toCompletableFuture().get();
        assertTrue(asked.take().result(empty), "the first answer, to nobody");
        assertEquals(0, channel.sent.get());
    }

    @Test
    @Tag("ACP-17")
    @Tag("CORR-06")
    void notificationsAreNeverAnswered() throws Exception {
        handleWith(responder -> {});

        channel.says("{'jsonrpc':'2.0','method':'_x'}", "{'jsonrpc':'2.0','method':'$/unknown','params':[]}")
                .ends();
        peer.ended().toCompletableFuture().get();

        assertEquals(0, channel.sent.get());
        assertEquals(2, peer.diagnostics().ignoredFrames());
    }

    @Test
    void aFloodOfOpenRequestsIsRefused() throws Exception {
        handleWith(responder -> {});
        for (int i = 0; i <= OpenResponders.MOST; i++) {
            channel.says("{'jsonrpc':'2.0','id':" + i + ",'method':'ask'}");
        }

        JsonNode answer = channel.next();

        assertEquals(OpenResponders.MOST, answer.path("id").intValue());
        assertEquals(-32603, answer.path("error").path("code").intValue());
    }
}
