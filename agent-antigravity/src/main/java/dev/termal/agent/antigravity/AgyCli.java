package dev.termal.agent.antigravity;

import dev.termal.api.spi.ExecutableSearch;
import dev.termal.api.spi.HostEnvironment;

/** Where Antigravity's CLI is: as configured, else on the search path, else where it and the editors install it. */
final class AgyCli {
    static final String INSTALL =
            "Install the Antigravity CLI (agy) from https://antigravity.google and sign in with it;"
                    + " for the engine acp: termal install antigravity";

    private AgyCli() {}

    static ExecutableSearch search(HostEnvironment environment) {
        String file = environment.platform().equals("windows") ? "agy.exe" : "agy";
        return ExecutableSearch.of(AntigravityProfile.ID, environment)
                .setting(AntigravityProfile.EXECUTABLE)
                .name("agy")
                .path(environment.home().resolve(".local").resolve("bin").resolve(file))
                .path(environment.home().resolve(".gemini").resolve("bin").resolve(file));
    }
}
