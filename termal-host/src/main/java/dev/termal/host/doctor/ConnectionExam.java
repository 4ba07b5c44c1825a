package dev.termal.host.doctor;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.AuthMethod;
import dev.termal.api.Diagnostics;
import dev.termal.api.Fact;
import java.time.Duration;
import java.util.Locale;

/** Tells of an agent that was started and shaken hands with, or that could not be. */
public final class ConnectionExam {
    private ConnectionExam() {}

    /**
     * What a connection tells.
     *
     * @param took from the start of the process to the end of the handshake
     */
    public static Diagnostics of(AgentConnection connection, Duration took) {
        return new Findings()
                .ok("connection", "the agent answered after " + took.toMillis() + " ms")
                .all(connection.diagnostics())
                .fact("connectTime", "Time to connect", new Fact.Value.Elapsed(took))
                .fact("agentTitle", "Title", connection.agent().title())
                .fact(
                        "capabilities",
                        "Capabilities",
                        connection.capabilities().features().stream()
                                .sorted()
                                .map(feature -> feature.name().toLowerCase(Locale.ROOT))
                                .toList())
                .fact(
                        "signInMethods",
                        "Ways to sign in",
                        connection.authStatus().methods().stream()
                                .map(AuthMethod::id)
                                .toList())
                .done();
    }

    /** Why there is no connection. */
    public static Diagnostics failed(AgentException e) {
        String tail = e.detail().stderrTail().strip();
        String last = tail.substring(tail.lastIndexOf('\n') + 1);
        return new Findings()
                .failure(
                        "connection",
                        String.valueOf(e.getMessage()),
                        last.isEmpty() ? "" : "the last line that it wrote: " + last)
                .done();
    }
}
