package dev.termal.api;

/** The host's answer to a {@link PermissionRequest}. */
public sealed interface PermissionDecision {
    /** One of the offered options. */
    record Selected(String optionId) implements PermissionDecision {}

    /** None: the turn was cancelled, or nothing that fits was offered. */
    record Cancelled() implements PermissionDecision {}

    /** This option. */
    static PermissionDecision select(PermissionOption option) {
        return new Selected(option.id());
    }

    /** No option. */
    static PermissionDecision cancelled() {
        return new Cancelled();
    }
}
