package dev.termal.api;

import java.util.List;
import java.util.Optional;

/**
 * An agent asks whether a tool may run.
 *
 * @param toolCall the call, with all that was told of it before
 * @param options the answers offered, in the agent's order; may be empty, then only cancelling is possible
 */
public record PermissionRequest(ToolCall toolCall, List<PermissionOption> options) {
    /** Copies its list. */
    public PermissionRequest {
        options = List.copyOf(options);
    }

    /** The first option of the first of these kinds that is offered. */
    public Optional<PermissionOption> firstOf(PermissionOption.Kind... kinds) {
        for (PermissionOption.Kind kind : kinds) {
            for (PermissionOption option : options) {
                if (option.kind() == kind) {
                    return Optional.of(option);
                }
            }
        }
        return Optional.empty();
    }
}
