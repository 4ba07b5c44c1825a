package dev.termal.engine.acp.demo;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.Limits;
import dev.termal.engine.acp.jsonrpc.StreamChannel;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.time.Clock;

/**
 * The demo agent's process: {@code --sessions DIR} names the folder of its sessions; standard input and output carry ACP. It
 * ends when its input does.
 */
public final class DemoAgent {
    private static final int SESSIONS_KEPT = 50; // each trial makes one, and nobody tidies up after a trial

    private DemoAgent() {}

    /** Runs until the end of input. */
    public static void main(String[] args) {
        if (args.length != 2 || !args[0].equals("--sessions")) {
            System.err.println("usage: DemoAgent --sessions DIR");
            System.exit(2);
        }
        StreamChannel channel = new StreamChannel(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                Limits.DEFAULT.lineBytes());
        System.setOut(System.err); // standard output belongs to the protocol
        SessionFiles files = new SessionFiles(Path.of(args[1]));
        files.prune(SESSIONS_KEPT);
        DemoServer server = new DemoServer(
                channel,
                files,
                Clock.systemUTC(),
                DemoAgent::daemon,
                code -> Runtime.getRuntime().halt(code));
        server.start();
        AgentException end = server.ended().toCompletableFuture().join();
        if (end.code() != ErrorCode.AGENT_EXITED) { // that is the plain end of input
            System.err.println(
                    "demo agent: " + end.getMessage() + (end.getCause() == null ? "" : ": " + end.getCause()));
            System.exit(1);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }
}
