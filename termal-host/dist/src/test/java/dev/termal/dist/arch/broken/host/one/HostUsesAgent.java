package dev.termal.dist.arch.broken.host.one;

class HostUsesAgent {
    dev.termal.dist.arch.broken.agent.toy.Agent agent;
}
