package dev.termal.engine.acp.jsonrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The thread that reads and the one that handles: their order, their bounds, and what a handler may do. */
final class PeerThreadsTest extends PeerFixture {
    @Test
    @Tag("ACP-12")
    @Tag("ACP-28")
    @Tag("ORDER-05")
    @Tag("R-AG-23")
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
}
