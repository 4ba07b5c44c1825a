package dev.termal.host.doctor;

import dev.termal.api.AgentException;
import dev.termal.api.Diagnostics;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Examines what is lent to agents: the server that does it, and which tools an agent gets. */
public final class HostToolExam {
    private HostToolExam() {}

    /**
     * Of the host.
     *
     * @param address where the server is, if it runs
     */
    public static void server(Optional<URI> address, Findings findings) {
        findings.fact(
                "bridge",
                "Server of host tools",
                address.map(URI::toString)
                        .orElse("on 127.0.0.1; starts when an agent that is lent tools and can reach it connects"));
    }

    /**
     * Of an agent that is not started.
     *
     * @param tools the tools that it is lent; fails where the settings are wrong
     */
    public static Diagnostics of(Supplier<List<String>> tools) {
        Findings findings = new Findings();
        try {
            List<String> lent = tools.get();
            findings.fact("hostTools", "Host tools lent", lent.isEmpty() ? List.of("none") : lent);
        } catch (AgentException wrong) {
            findings.failure("host-tools", String.valueOf(wrong.getMessage()), "");
        }
        return findings.done();
    }

    /** What is to be known of an agent that was connected to: tools that it is lent and cannot reach. */
    public static Diagnostics reached(Supplier<List<String>> tools, boolean takesHttp) {
        Findings findings = new Findings();
        if (!takesHttp && !quiet(tools).isEmpty()) {
            findings.warning(
                    "host-tools",
                    "it is to be lent tools of the host and takes no MCP servers over HTTP, so it gets none",
                    "another engine may take them: -e");
        }
        return findings.done();
    }

    private static Collection<String> quiet(Supplier<List<String>> tools) {
        try {
            return tools.get();
        } catch (AgentException told) {
            return List.of(); // which is a finding already
        }
    }
}
