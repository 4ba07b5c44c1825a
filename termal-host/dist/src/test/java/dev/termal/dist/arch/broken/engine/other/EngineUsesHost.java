package dev.termal.dist.arch.broken.engine.other;

class EngineUsesHost extends dev.termal.dist.arch.broken.host.one.Base {}
