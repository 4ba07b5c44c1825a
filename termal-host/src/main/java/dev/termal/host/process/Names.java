package dev.termal.host.process;

import java.util.Map;
import java.util.Optional;

/** Names of environment variables, which Windows compares without regard to case. */
final class Names {
    private Names() {}

    static Optional<String> get(Map<String, String> environment, String name) {
        String exact = environment.get(name);
        if (exact != null || !Platform.isWindows()) {
            return Optional.ofNullable(exact);
        }
        return environment.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
