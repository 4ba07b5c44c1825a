package dev.termal.engine.streamjson;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.DialectFactory;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineContext;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Opens connections; a connection by itself runs nothing. */
final class StreamJsonEngine implements Engine {
    private final EngineContext context;
    private final Set<StreamJsonConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    StreamJsonEngine(EngineContext context) {
        this.context = context;
    }

    @Override
    public AgentConnection connect(ConnectRequest request) {
        EngineBinding binding = request.binding().forConnection();
        DialectFactory dialect = binding.dialect()
                .orElseThrow(() -> new AgentException(
                        ErrorCode.CONFIGURATION,
                        "agent " + request.agent()
                                + " has no dialect, so its lines cannot be read; its binding must give one"));
        StreamJsonOptions options = StreamJsonOptions.read(request.options());
        StreamJsonConnection connection = new StreamJsonConnection(
                context,
                request.launcher(),
                dialect,
                options,
                new LaunchCheck(binding, request.environment()),
                connections::remove);
        connections.add(connection);
        if (closed) {
            connection.close();
            throw new AgentException(ErrorCode.CLOSED, "the engine is closed");
        }
        return connection;
    }

    @Override
    public void close() {
        closed = true;
        connections.forEach(StreamJsonConnection::close);
    }
}
