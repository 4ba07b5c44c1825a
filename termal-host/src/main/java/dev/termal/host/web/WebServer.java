package dev.termal.host.web;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.handler.PathMappingsHandler;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * An HTTP/1.1 server behind an {@link Entrance}. Handlers are mounted on it by path; before each stand, in this order: a
 * graceful stop, the guard of the entrance, and a bound on bodies. Errors are JSON (RFC 9457) and tell nothing of the inside.
 *
 * <p>Thread-safe. Handlers run on the server's own threads, several at once; one that blocks keeps a thread.
 */
public final class WebServer implements AutoCloseable {
    private static final int IDLE_THREADS = 2;
    private static final int HEADER_BYTES = 16 * 1024;
    private static final Duration THREAD_IDLE = Duration.ofSeconds(30);
    private static final Duration CONNECTION_IDLE = Duration.ofSeconds(60);
    private static final Duration FIRST_REQUEST = Duration.ofSeconds(15);
    private static final int CONNECTIONS = 1_000;
    private static final Duration STOP = Duration.ofSeconds(5);

    private final Entrance entrance;
    private final Server server;
    private final ServerConnector connector;
    private final PathMappingsHandler mounts = new PathMappingsHandler(true);

    /**
     * A server that is not started, and will listen on loopback.
     *
     * @param maxThreads as many requests as may be under way and blocked, with some to spare
     * @param maxBody how many bytes a request's body may have; a handler may bound its own more tightly
     */
    public WebServer(int maxThreads, long maxBody) {
        this(maxThreads, maxBody, Entrance.loopback());
    }

    /** The same behind another entrance. */
    public WebServer(int maxThreads, long maxBody, Entrance entrance) {
        this.entrance = entrance;
        QueuedThreadPool threads =
                new QueuedThreadPool(maxThreads, IDLE_THREADS, Math.toIntExact(THREAD_IDLE.toMillis()));
        threads.setName("termal-web");
        threads.setDaemon(true);
        server = new Server(threads);
        server.setStopTimeout(STOP.toMillis());
        server.setErrorHandler(new JsonErrors());
        server.addBean(new NetworkConnectionLimit(CONNECTIONS, server));
        connector = new ServerConnector(server, 1, 1, speaking(entrance));
        add(connector);
        SizeLimitHandler bodies = new SizeLimitHandler(maxBody, -1);
        bodies.setHandler(mounts);
        server.setHandler(
                new GracefulHandler(new EntranceGuard(bodies, by -> by == connector ? entrance : Entrance.loopback())));
    }

    private static ConnectionFactory[] speaking(Entrance entrance) {
        HttpConnectionFactory plainly = new HttpConnectionFactory(http());
        return entrance.tls()
                .map(certificate -> {
                    SslConnectionFactory tls = new SslConnectionFactory(certificate.context(), plainly.getProtocol());
                    tls.setEnsureSecureRequestCustomizer(false); // names are the guard's matter
                    return new ConnectionFactory[] {tls, plainly};
                })
                .orElseGet(() -> new ConnectionFactory[] {plainly});
    }

    private void add(AbstractConnector listening) {
        listening.setIdleTimeout(CONNECTION_IDLE.toMillis());
        listening.addBean(new FirstRequest(listening.getScheduler(), FIRST_REQUEST));
        server.addConnector(listening);
    }

    private static HttpConfiguration http() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setRequestHeaderSize(HEADER_BYTES);
        return http;
    }

    /**
     * Has a handler answer what is asked for under a path, before or after the start.
     *
     * @param path such as {@code /mcp}, or {@code /api/*} for all below it; the most exact one counts
     */
    public void mount(String path, Handler handler) {
        mounts.addMapping(PathSpec.from(path), handler);
    }

    /**
     * Listens.
     *
     * @param port 0 for one that is free
     * @throws IOException where the port cannot be had
     */
    public void start(int port) throws IOException {
        connector.setHost(entrance.address().getHostAddress());
        connector.setPort(port);
        try {
            server.start();
        } catch (Exception e) {
            close();
            throw e instanceof IOException failed ? failed : new IOException(e);
        }
    }

    /**
     * Listens on a Unix socket too, which only the owner of its file may connect to; to be called before the start. A file that
     * nobody listens on any more is replaced.
     *
     * @throws IOException where somebody listens there, or something else is there
     */
    public void alsoOn(Path socket) throws IOException {
        UnixDomainServerConnector listening =
                new UnixDomainServerConnector(server, 1, 1, new HttpConnectionFactory(http()));
        SocketFile file = new SocketFile(socket);
        file.clear();
        listening.setUnixDomainPath(file.path());
        listening.addEventListener(file);
        add(listening);
    }

    /** Where a path of it is. */
    public URI uri(String path) {
        return URI.create(entrance.uri(connector.getLocalPort()) + path);
    }

    /** Takes no more requests, lets those under way end, within bounds, and stops. Does nothing the second time. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            // what did not stop in time was cut off, and its threads are daemons
        }
    }
}
