package dev.termal.dist.arch.broken.agent.toy;

public class Agent {}
