package dev.termal.host;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What shall be examined.
 *
 * @param cwd the folder whose settings and instructions are looked at
 * @param agent one agent; empty for all
 * @param engine the way of talking to it; empty for the one of the settings
 * @param connect whether that one agent is started and shaken hands with, which spends no tokens
 */
public record DoctorSpec(Path cwd, Optional<String> agent, Optional<String> engine, boolean connect) {
    /** By the engine that the settings say. */
    public DoctorSpec(Path cwd, Optional<String> agent, boolean connect) {
        this(cwd, agent, Optional.empty(), connect);
    }
}
