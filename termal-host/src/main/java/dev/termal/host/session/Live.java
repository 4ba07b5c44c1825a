package dev.termal.host.session;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentSession;
import dev.termal.api.SessionRequest;
import dev.termal.host.mcp.Loan;
import java.util.Optional;

/** A session on a connection, with what listens to it and what it is lent. */
record Live(AgentConnection connection, AgentSession session, RelayHandler relay, Optional<Loan> loan) {
    boolean isOpen() {
        return connection.isOpen() && session.isOpen();
    }

    /** The request as the agent gets it: with what it is lent. */
    SessionRequest withLoan(SessionRequest request) {
        return loan.map(lent -> lent.in(request)).orElse(request);
    }

    void end() {
        loan.ifPresent(Loan::close);
        connection.close();
    }
}
