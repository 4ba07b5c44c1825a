package dev.termal.dist.arch.broken.testkit;

class KitUsesEngine extends dev.termal.dist.arch.broken.engine.acp.Engine {}
