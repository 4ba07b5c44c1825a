package dev.termal.engine.acp;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineProbe;
import dev.termal.engine.acp.probe.AcpProbe;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Opens connections and closes what is left of them. */
final class AcpEngine implements Engine {
    private final EngineContext context;
    private final Set<AcpConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    AcpEngine(EngineContext context) {
        this.context = context;
    }

    @Override
    public AgentConnection connect(ConnectRequest request) throws InterruptedException {
        if (closed) {
            throw new AgentException(ErrorCode.CLOSED, "the engine is closed");
        }
        AcpConnection connection = AcpConnection.open(request, context, connections::remove);
        connections.add(connection);
        if (closed) {
            connection.close();
        }
        return connection;
    }

    @Override
    public Optional<EngineProbe> probe() {
        return Optional.of(new AcpProbe(this, context));
    }

    @Override
    public void close() {
        closed = true;
        List.copyOf(connections).forEach(AcpConnection::close);
    }
}
