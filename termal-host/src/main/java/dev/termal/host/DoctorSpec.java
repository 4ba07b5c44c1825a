package dev.termal.host;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What shall be examined.
 *
 * @param cwd the folder whose settings and instructions are looked at
 * @param agent one agent; empty for all
 * @param connect whether that one agent is started and shaken hands with, which spends no tokens
 */
public record DoctorSpec(Path cwd, Optional<String> agent, boolean connect) {}
