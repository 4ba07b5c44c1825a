package dev.termal.host.web.api;

import dev.termal.host.Termal;
import dev.termal.host.service.SessionService;
import dev.termal.host.web.Entrance;
import dev.termal.host.web.Token;
import dev.termal.host.web.WebServer;
import dev.termal.host.web.page.PageHandler;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** A host's sessions over HTTP: the API, its events, the page. Thread-safe. */
public final class ServedHost implements AutoCloseable {
    private static final int THREADS = 64; // requests under way; events need none

    private final Token token;
    private final SessionService service;
    private final ApiHandler api;
    private final WebServer server;

    /**
     * Not started yet.
     *
     * @param host is closed by whoever opened it, after this
     * @param cwd the folder that is meant where a client names none
     * @param entrance where it listens, and by which names
     */
    public ServedHost(Termal host, Token token, Path cwd, Entrance entrance) {
        this.token = token;
        service = new SessionService(host);
        api = new ApiHandler(host, service, token, cwd);
        server = new WebServer(THREADS, ApiHandler.maxBody(), entrance);
        server.mount("/api/*", api);
        server.mount("/*", new PageHandler());
    }

    /**
     * Listens.
     *
     * @param port 0 for one that is free
     * @throws IOException where the port cannot be had
     */
    public void start(int port) throws IOException {
        server.start(port);
    }

    /**
     * Listens on a Unix socket too; to be called before the start.
     *
     * @throws IOException where somebody listens there, or something else is there
     */
    public void alsoOn(Path socket) throws IOException {
        server.alsoOn(socket);
    }

    /** The address of the page, with the token, which browsers keep to themselves. */
    public URI address() {
        return server.uri("/#token=" + token.text());
    }

    /** Ends the streams of events, lets requests end, ends all agents; within bounds. Does nothing the second time. */
    @Override
    public void close() {
        api.endStreams();
        server.close();
        service.close();
    }
}
