package dev.termal.host.cli;

import java.util.HashMap;
import java.util.Map;

/**
 * The environment as the person has it. The launcher gives the JVM a locale in which it can name all files, and leaves the
 * person's own where this finds it, so that agents inherit what was meant for them.
 */
final class UserEnvironment {
    /** {@code =} and the value of LC_ALL; empty where there was none. */
    static final String SAVED = "TERMAL_LAUNCHER_LC_ALL";

    private UserEnvironment() {}

    /** Out of the one that this process has. */
    static Map<String, String> of(Map<String, String> own) {
        String saved = own.get(SAVED);
        if (saved == null) {
            return own;
        }
        Map<String, String> users = new HashMap<>(own);
        users.remove(SAVED);
        if (saved.startsWith("=")) {
            users.put("LC_ALL", saved.substring(1));
        } else {
            users.remove("LC_ALL");
        }
        return Map.copyOf(users);
    }
}
