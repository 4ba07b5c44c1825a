package dev.termal.host.mcp;

import dev.termal.host.web.WebServer;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.handler.SizeLimitHandler;

/** The server that agents call tools at. */
final class McpWeb implements AutoCloseable {
    private static final String PATH = "/mcp";
    private static final long MAX_BODY = 1_000_000;

    /** Each call keeps one until it is answered, which takes {@link Calls#EARLY} at most. */
    private static final int MAX_THREADS = Calls.MAX_RUNNING + 32;

    private final WebServer server;

    private McpWeb(WebServer server) {
        this.server = server;
    }

    /**
     * Starts it on a port that is free.
     *
     * @param loans finds a loan by its token
     */
    static McpWeb start(Function<byte[], Optional<Loan>> loans) throws IOException {
        ServletContextHandler servlets =
                new ServletContextHandler(ServletContextHandler.NO_SESSIONS | ServletContextHandler.NO_SECURITY);
        servlets.addServlet(new ServletHolder(new McpServlet()), PATH);
        SizeLimitHandler bounded = new SizeLimitHandler(MAX_BODY, -1);
        bounded.setHandler(new McpMessages(servlets));
        WebServer server = new WebServer(MAX_THREADS, MAX_BODY * 2);
        server.mount(PATH, new McpGate(loans, bounded));
        server.start(0);
        return new McpWeb(server);
    }

    URI url() {
        return server.uri(PATH);
    }

    @Override
    public void close() {
        server.close();
    }
}
