package dev.termal.engine.acp.probe;

import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineProbe;
import dev.termal.api.spi.Verdict;
import java.util.List;

/**
 * The probes P1 to P9 and what they say of the gates A to F.7, but for F, which the host sees itself. Each waits within a bound; what cannot be come to is untested,
 * with the reason. The turns are as short as they can be, but they spend tokens.
 */
public final class AcpProbe implements EngineProbe {
    private final Engine engine;
    private final EngineContext context;

    /** A probe by this engine. */
    public AcpProbe(Engine engine, EngineContext context) {
        this.engine = engine;
        this.context = context;
    }

    @Override
    public List<Verdict> run(ConnectRequest request) throws InterruptedException {
        Capture capture = new Capture(request.launcher());
        ConnectRequest watched = new ConnectRequest(
                request.agent(),
                request.binding(),
                request.session(),
                capture,
                request.environment(),
                request.options(),
                request.client(),
                request.listener());
        return new ProbeRun(engine, context, watched, capture).run();
    }
}
