package dev.termal.host.mcp;

import dev.termal.api.Capabilities;
import dev.termal.api.SessionRequest;
import java.util.Optional;

/** Lends a session's agent the tools that it may use. From any thread. */
public interface Lender {
    /** Lends nothing. */
    Lender NOTHING = (capabilities, request, borrower) -> Optional.empty();

    /**
     * Lends tools for as long as the agent is connected.
     *
     * @return empty where there are none, or the agent cannot reach them
     */
    Optional<Loan> lend(Capabilities capabilities, SessionRequest request, Borrower borrower);

    /**
     * What the agent can be told of in words instead, at the beginning of a conversation. May look at files.
     *
     * @param loan what it is lent, if anything
     */
    default Optional<String> inWords(Optional<Loan> loan) {
        return Optional.empty();
    }
}
