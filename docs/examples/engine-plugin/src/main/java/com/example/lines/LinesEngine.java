package com.example.lines;

import dev.termal.api.AgentConnection;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Opens connections. There is nothing to connect to before the first prompt: each turn has a process of its own. */
final class LinesEngine implements Engine {
    private final EngineContext context;
    private final List<LinesConnection> connections = new CopyOnWriteArrayList<>();

    LinesEngine(EngineContext context) {
        this.context = context;
    }

    @Override
    public AgentConnection connect(ConnectRequest request) {
        LinesConnection connection = new LinesConnection(context, request.launcher(), connections::remove);
        connections.add(connection);
        return connection;
    }

    @Override
    public void close() {
        connections.forEach(LinesConnection::close);
    }
}
