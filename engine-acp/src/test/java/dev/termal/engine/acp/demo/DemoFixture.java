package dev.termal.engine.acp.demo;

import dev.termal.engine.acp.jsonrpc.StreamChannel;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The agent in this process, behind real pipes. */
@Timeout(120)
abstract class DemoFixture {
    @TempDir
    Path folder;

    final LinkedBlockingQueue<Integer> exits = new LinkedBlockingQueue<>();
    DemoClient client;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<Thread> turns = new CopyOnWriteArrayList<>();

    /** A client of an agent of its own on the folder's sessions: another one is the agent after a restart. */
    DemoClient connect() throws IOException {
        Pipe toAgent = Pipe.open();
        Pipe toClient = Pipe.open();
        DemoServer server = new DemoServer(
                channel(toAgent, toClient),
                new SessionFiles(folder.resolve("sessions")),
                Clock.systemUTC(),
                this::turnThread,
                exits::add);
        server.start();
        DemoClient connected = new DemoClient(channel(toClient, toAgent));
        opened.add(connected);
        opened.add(server);
        return connected;
    }

    private Thread turnThread(Runnable turn) {
        Thread thread = new Thread(turn);
        turns.add(thread);
        return thread;
    }

    private static StreamChannel channel(Pipe in, Pipe out) {
        return new StreamChannel(
                Channels.newInputStream(in.source()), Channels.newOutputStream(out.sink()), 16 * 1024 * 1024);
    }

    @BeforeEach
    void start() throws IOException {
        client = connect();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        for (Thread turn : turns) {
            turn.join(TimeUnit.SECONDS.toMillis(60)); // it may still write into the folder that is deleted next
        }
    }

    String session() throws InterruptedException {
        client.initialize("{}");
        return client.newSession(folder);
    }

    String stopReason(String prompt) throws InterruptedException {
        return client.prompt(session(), prompt).path("stopReason").stringValue();
    }
}
