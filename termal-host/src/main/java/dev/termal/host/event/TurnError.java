package dev.termal.host.event;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import java.util.Optional;

/**
 * What went wrong in a turn or before it.
 *
 * @param code what kind of failure
 * @param message ours: what was wrong and what to do
 * @param peerCode the agent's own code
 * @param peerMessage the agent's own words; may be empty
 * @param peerData the agent's further data
 * @param stderrTail the end of the agent's error output; may be empty
 */
public record TurnError(
        ErrorCode code,
        String message,
        Optional<Integer> peerCode,
        String peerMessage,
        Optional<RawJson> peerData,
        String stderrTail) {
    /** The same as an exception tells it. */
    public static TurnError of(AgentException failure) {
        AgentException.Detail detail = failure.detail();
        return new TurnError(
                failure.code(),
                ErrorText.readable(String.valueOf(failure.getMessage())),
                detail.peerCode(),
                detail.peerMessage(),
                detail.peerData(),
                detail.stderrTail());
    }

    /** The agent's further data where a text in it is not shown yet. */
    public Optional<RawJson> dataBeyond(String shown) {
        return peerData.filter(data -> ErrorText.saysMore(data.text(), shown));
    }
}
