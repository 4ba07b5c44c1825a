package dev.termal.host.cli.ask;

import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.host.event.Remember;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a person typed to a permission request: an answer, and perhaps for how long the host shall keep it. */
record PermissionReply(PermissionDecision decision, Optional<Remember> remember) {
    static PermissionReply once(PermissionDecision decision) {
        return new PermissionReply(decision, Optional.empty());
    }

    /** The words behind an answer that make it a lasting one, for people. */
    static String scopes() {
        return Arrays.stream(Remember.Scope.values())
                .map(scope -> scope.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    /** How long, by the last word of what was typed; empty where it is no such word. */
    static Optional<Remember> scope(String typed) {
        String last = typed.substring(typed.lastIndexOf(' ') + 1).toUpperCase(Locale.ROOT);
        return typed.indexOf(' ') < 0
                ? Optional.empty()
                : Arrays.stream(Remember.Scope.values())
                        .filter(scope -> scope.name().equals(last))
                        .findFirst()
                        .map(Remember::in);
    }

    /** What stands before that word. */
    static String answer(String typed) {
        return typed.substring(0, typed.lastIndexOf(' ')).strip();
    }

    /** Only an answer for this once is kept by the host: an "always" is the agent's own memory. */
    static boolean canBeKept(PermissionOption option) {
        return option.kind() == PermissionOption.Kind.ALLOW_ONCE || option.kind() == PermissionOption.Kind.REJECT_ONCE;
    }
}
