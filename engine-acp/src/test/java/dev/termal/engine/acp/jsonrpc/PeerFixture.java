package dev.termal.engine.acp.jsonrpc;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** A connection to a peer named gizmo that a test speaks for; its threads have ended when the test has. */
@Timeout(120)
abstract class PeerFixture {
    static final Duration LONG = Duration.ofSeconds(60);
    static final JsonNode NONE = MissingNode.getInstance();

    final ScriptedChannel channel = new ScriptedChannel();
    final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    JsonRpcPeer peer;

    /** Writes down what it hears and knows no requests. */
    class Listener implements PeerHandler {
        @Override
        public void onRequest(String method, JsonNode params, Responder responder) {
            throw JsonRpcException.methodNotFound(method);
        }

        @Override
        public void onNotification(String method, JsonNode params) {
            heard.add(method);
        }
    }

    JsonRpcPeer start(PeerHandler handler, int queueFrames, int noiseLines) {
        return start(handler, new PeerLimits(queueFrames, noiseLines, LONG));
    }

    JsonRpcPeer start(PeerHandler handler, Duration exitWait) {
        return start(handler, new PeerLimits(16, 5, exitWait));
    }

    JsonRpcPeer start(PeerHandler handler, PeerLimits limits) {
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

    JsonRpcPeer start(PeerHandler handler) {
        return start(handler, 16, 5);
    }

    JsonRpcPeer start() {
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
    static <T extends Throwable> T failure(Class<T> type, JsonRpcCall call) {
        return assertThrows(type, () -> call.await(LONG));
    }

    static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
