package dev.termal.dist.arch.broken.engine.other;

class EngineUsesEngine extends dev.termal.dist.arch.broken.engine.acp.Engine {}
