package dev.termal.dist.arch.broken.host.one;

class HostUsesEngine {
    dev.termal.dist.arch.broken.engine.acp.Engine engine;
}
