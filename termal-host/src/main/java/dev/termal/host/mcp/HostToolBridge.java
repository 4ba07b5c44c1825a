package dev.termal.host.mcp;

import dev.termal.api.Capabilities;
import dev.termal.api.Feature;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.HostToolProvider;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lends the host's tools to agents, over one server for all sessions, which starts when the first agent that can reach it is
 * connected to. One for a host; thread-safe.
 */
public final class HostToolBridge implements AutoCloseable {
    private static final int TOKEN_BYTES = 32;
    private static final int PREFIX_BYTES = 3;

    private final EngineContext context;
    private final ToolShelf shelf;
    private final SecureRandom random = new SecureRandom();
    private final Set<Loan> loans = ConcurrentHashMap.newKeySet();
    private final ExecutorService pool;

    private @Nullable McpWeb web; // guarded by this, as the next
    private boolean closed;

    /**
     * A bridge whose server is not started.
     *
     * @param providers of tools, the host's own first
     */
    public HostToolBridge(EngineContext context, Supplier<List<HostToolProvider>> providers) {
        this.context = context;
        shelf = new ToolShelf(providers, context.log());
        pool = Executors.newCachedThreadPool(task -> {
            Thread thread = context.threads().newThread(task);
            thread.setName("termal-tool");
            return thread;
        });
    }

    /** The names of the tools that can be lent to any session. */
    public List<String> toolNames() {
        return shelf.all(List::of).stream().map(LentTool::name).toList();
    }

    /**
     * Lends these tools.
     *
     * @param session what the session has beside those of all
     */
    public Lender lender(Surface surface, HostToolProvider session) {
        return surface.isEmpty()
                ? Lender.NOTHING
                : (capabilities, request, borrower) -> lend(surface, session, capabilities, request, borrower);
    }

    /** The names of the tools that a lender of these lends, where the agent can reach them. */
    public List<String> lent(Surface surface, HostToolProvider session) {
        return surface.isEmpty()
                ? List.of()
                : Stream.concat(tools(surface, session).stream().map(LentTool::name), Stream.of(PollTool.NAME))
                        .toList();
    }

    private List<LentTool> tools(Surface surface, HostToolProvider session) {
        return shelf.all(session).stream()
                .filter(tool -> surface.lends(tool.name()))
                .toList();
    }

    /** Where the server is; empty as long as none is started. */
    public synchronized Optional<URI> address() {
        return Optional.ofNullable(web).map(McpWeb::url);
    }

    private Optional<Loan> lend(
            Surface surface,
            HostToolProvider session,
            Capabilities capabilities,
            SessionRequest request,
            Borrower borrower) {
        if (!capabilities.has(Feature.MCP_HTTP)) {
            borrower.tell("the host's tools are not lent: this agent cannot reach servers over HTTP");
            return Optional.empty();
        }
        URI url;
        try {
            url = started().url();
        } catch (IOException e) {
            borrower.tell("the host's tools are not lent: their server cannot be started: " + e.getMessage());
            return Optional.empty();
        }
        String name = Loan.nameBeside(request);
        Calls calls = new Calls(name, "host-" + hex(PREFIX_BYTES) + "-", borrower, context, pool);
        Loan loan = new Loan(name, url, hex(TOKEN_BYTES), () -> tools(surface, session), calls, loans::remove);
        loans.add(loan);
        return Optional.of(loan);
    }

    private String hex(int bytes) {
        byte[] value = new byte[bytes];
        random.nextBytes(value);
        return HexFormat.of().formatHex(value);
    }

    private synchronized McpWeb started() throws IOException {
        if (closed) {
            throw new IOException("the host is closed");
        }
        McpWeb running = web;
        if (running == null) {
            running = McpWeb.start(this::openedBy);
            web = running;
        }
        return running;
    }

    /** Looks at all, so that the time taken tells nothing. */
    private Optional<Loan> openedBy(byte[] token) {
        Optional<Loan> found = Optional.empty();
        for (Loan loan : loans) {
            if (loan.isOpenedBy(token)) {
                found = Optional.of(loan);
            }
        }
        return found;
    }

    /** Ends all loans, then the server. */
    @Override
    public void close() {
        McpWeb running;
        synchronized (this) {
            closed = true;
            running = web;
        }
        Stream.of(loans.toArray(Loan[]::new)).forEach(Loan::close);
        if (running != null) {
            running.close();
        }
        pool.shutdownNow();
    }
}
