package dev.termal.dist.arch.broken.engine.acp;

public class Engine {}
