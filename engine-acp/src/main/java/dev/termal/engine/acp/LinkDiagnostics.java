package dev.termal.engine.acp;

import dev.termal.api.Diagnostics;
import dev.termal.api.Diagnostics.Check;
import dev.termal.api.Diagnostics.Outcome;
import dev.termal.api.Fact;
import dev.termal.engine.acp.jsonrpc.PeerDiagnostics;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** What is known of a connection's health: who answered, its processes, and what was ignored of what they wrote. */
final class LinkDiagnostics {
    private LinkDiagnostics() {}

    static Diagnostics of(Handshake handshake, List<AgentLink> links) {
        List<Check> checks = new ArrayList<>();
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.of("agentName", "Agent", handshake.agent().name()));
        facts.add(Fact.of("agentVersion", "Agent version", handshake.agent().version()));
        facts.add(
                Fact.of("protocolVersion", "Protocol version", handshake.agent().protocolVersion()));
        long noise = 0;
        long ignored = 0;
        long malformed = 0;
        List<Fact.Value> processes = new ArrayList<>();
        for (AgentLink link : links) {
            PeerDiagnostics peer = link.peer().diagnostics();
            noise += peer.noiseLines();
            ignored += peer.ignoredFrames();
            malformed += link.process().malformedBytes();
            processes.add(number(link.process().pid()));
            link.process()
                    .treeMemory()
                    .ifPresent(bytes -> facts.add(new Fact("memory", "Memory", new Fact.Value.Bytes(bytes))));
            if (peer.noiseLines() > 0) {
                checks.add(new Check(
                        "output",
                        Outcome.WARNING,
                        "the agent wrote " + peer.noiseLines() + " lines that are no messages, first: "
                                + peer.firstNoise().get(0),
                        ""));
            }
        }
        facts.add(new Fact("processes", "Processes", new Fact.Value.Items(processes)));
        facts.add(new Fact("noiseLines", "Lines that were no messages", number(noise)));
        facts.add(new Fact("ignoredMessages", "Messages ignored", number(ignored)));
        facts.add(new Fact("malformedBytes", "Bytes that were no UTF-8", number(malformed)));
        return new Diagnostics(checks, facts);
    }

    private static Fact.Value number(long value) {
        return new Fact.Value.Numeric(BigDecimal.valueOf(value));
    }
}
