package com.example.lines;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.AgentInfo;
import dev.termal.api.AgentSession;
import dev.termal.api.AuthStatus;
import dev.termal.api.Capabilities;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.EngineContext;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Knows its sessions and what the protocol can do, which is little. */
final class LinesConnection implements AgentConnection {
    private static final Capabilities CAPABILITIES = Capabilities.of(Feature.SESSION_RESUME);

    private final EngineContext context;
    private final AgentLauncher launcher;
    private final Consumer<LinesConnection> onClose;
    private final List<LinesSession> sessions = new CopyOnWriteArrayList<>();
    private volatile boolean open = true;

    LinesConnection(EngineContext context, AgentLauncher launcher, Consumer<LinesConnection> onClose) {
        this.context = context;
        this.launcher = launcher;
        this.onClose = onClose;
    }

    @Override
    public AgentInfo agent() {
        return AgentInfo.UNKNOWN;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public AuthStatus authStatus() {
        return AuthStatus.unknown("");
    }

    @Override
    public AgentSession open(SessionRequest request, SessionHandler handler) {
        if (!open) {
            throw new AgentException(ErrorCode.CLOSED, "the connection is closed");
        }
        LinesSession session = new LinesSession(context, launcher, request, handler, sessions::remove);
        sessions.add(session);
        return session;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        open = false;
        sessions.forEach(LinesSession::close);
        onClose.accept(this);
    }
}
