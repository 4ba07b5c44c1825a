package dev.termal.api.spi;

import java.util.List;

/** Runs an agent through what an engine relies on. Implemented by engines that have it; may spend tokens. */
public interface EngineProbe {
    /** Runs all probes in order, each bounded in time, and reports each exactly once. */
    List<Verdict> run(ConnectRequest request) throws InterruptedException;
}
