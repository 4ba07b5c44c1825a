package dev.termal.agent.antigravity;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionRequest;
import java.util.List;
import java.util.Optional;

/** The modes of Antigravity, which its CLI and its ACP server name differently: the names here are the CLI's. */
final class AntigravityMode {
    static final String DEFAULT = "default";
    static final String ACCEPT_EDITS = "accept-edits";
    static final String PLAN = "plan";
    static final List<String> ALL = List.of(DEFAULT, ACCEPT_EDITS, PLAN);

    private AntigravityMode() {}

    /**
     * The CLI's mode for a session; none is its usual way, in which it refuses by itself what needs a permission. A policy
     * that allows no change may only be made stricter by a mode.
     */
    static Optional<String> flag(SessionRequest session) {
        String chosen = session.mode().orElse(DEFAULT);
        if (!ALL.contains(chosen)) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    "Not a mode of the Antigravity CLI: \"" + chosen + "\"; its modes are " + String.join(", ", ALL)
                            + ".");
        }
        PermissionPolicy policy = session.permissions();
        if (policy == PermissionPolicy.READ_ONLY || chosen.equals(PLAN)) {
            return Optional.of(PLAN);
        }
        boolean edits = chosen.equals(ACCEPT_EDITS) && policy != PermissionPolicy.DENY;
        return edits ? Optional.of(ACCEPT_EDITS) : Optional.empty();
    }

    /** The ACP server's word for a mode. It has none that only plans, and going on in another one would not be what was wanted. */
    static String onServer(String mode) {
        return switch (mode) {
            case ACCEPT_EDITS -> "auto_edit";
            case PLAN ->
                throw new AgentException(
                        ErrorCode.UNSUPPORTED,
                        "Antigravity's ACP server has no mode that only plans; its CLI has one: use the engine stream-json.");
            default -> mode;
        };
    }
}
