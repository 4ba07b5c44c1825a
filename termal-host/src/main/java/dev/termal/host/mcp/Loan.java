package dev.termal.host.mcp;

import dev.termal.api.Fact;
import dev.termal.api.McpServer;
import dev.termal.api.SessionRequest;
import dev.termal.api.ToolCall;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What one connection of one session has borrowed: a server that its agent can reach by a token, which is worth nothing once the
 * loan has ended. Thread-safe.
 */
public final class Loan implements AutoCloseable {
    /** The header that carries the token. */
    static final String HEADER = "X-TermAl-Token";

    /** The fact that says how often the agent has listed the tools. */
    public static final String LISTED = "hostToolsListed";

    /** The fact that says how often the agent has called a tool. */
    public static final String CALLED = "hostToolCalls";

    private static final String NAME = "termal";

    private final McpServer.Http server;
    private final byte[] token;
    private final Supplier<List<LentTool>> tools;
    private final Calls calls;
    private final Consumer<Loan> onClose;
    private final AtomicLong listed = new AtomicLong();

    Loan(String name, URI url, String token, Supplier<List<LentTool>> tools, Calls calls, Consumer<Loan> onClose) {
        server = new McpServer.Http(name, url, Map.of(HEADER, token));
        this.token = token.getBytes(StandardCharsets.US_ASCII);
        this.tools = tools;
        this.calls = calls;
        this.onClose = onClose;
    }

    /** A name that none of the session's own servers has. */
    static String nameBeside(SessionRequest request) {
        String name = NAME;
        while (isTaken(name, request)) {
            name += "-host";
        }
        return name;
    }

    private static boolean isTaken(String name, SessionRequest request) {
        return request.mcpServers().stream().anyMatch(server -> server.name().equals(name));
    }

    /** The request with the host's server beside those that it has. */
    public SessionRequest in(SessionRequest request) {
        return request.toBuilder().mcpServer(server).build();
    }

    /** Whether a tool is among those lent. */
    public boolean lends(String tool) {
        return tools().stream().anyMatch(each -> each.name().equals(tool));
    }

    /** Whether this is the agent's own word of a call of one of these tools, which the host decides about when it comes. */
    public boolean isAbout(ToolCall call) {
        return call.mcpServer().equals(Optional.of(server.name()))
                && call.tool().filter(this::lends).isPresent();
    }

    /** Where the tools are, which they are, and what the agent has made of them. */
    public List<Fact> facts() {
        List<Fact.Value> names = tools().stream()
                .<Fact.Value>map(tool -> new Fact.Value.Text(tool.name()))
                .toList();
        return List.of(
                number("bridgePort", "Port of the host's tools", server.url().getPort()),
                new Fact("hostTools", "Host tools lent", new Fact.Value.Items(names)),
                number(LISTED, "Host tools listed", listed.get()),
                number(CALLED, "Calls of host tools", calls.count()));
    }

    private static Fact number(String key, String label, long value) {
        return new Fact(key, label, new Fact.Value.Numeric(BigDecimal.valueOf(value)));
    }

    /** The agent has asked which tools there are. */
    void listed() {
        listed.incrementAndGet();
    }

    /** A turn is over: calls that only it waited for need no answer any more. */
    public void turnOver() {
        calls.turnOver();
    }

    /** A turn is to end early: what it has called is given up. */
    public void turnCut() {
        calls.giveUp("the turn was cancelled");
    }

    /** Whether this is its token; takes the same time whatever is wrong with one. */
    boolean isOpenedBy(byte[] given) {
        return MessageDigest.isEqual(token, given);
    }

    /** The tools as they are now. */
    List<LentTool> tools() {
        return tools.get();
    }

    /** The names of all that can be called now. */
    List<String> callable() {
        return Stream.concat(tools().stream().map(LentTool::name), Stream.of(PollTool.NAME))
                .toList();
    }

    Calls calls() {
        return calls;
    }

    /** The name by which the agent knows the server. */
    String name() {
        return server.name();
    }

    /** Ends it: what runs is given up, and the token opens nothing any more. */
    @Override
    public void close() {
        onClose.accept(this);
        calls.close();
    }

    @Override
    public String toString() {
        return "Loan[" + server + "]";
    }
}
