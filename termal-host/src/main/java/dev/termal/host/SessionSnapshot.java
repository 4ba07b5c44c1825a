package dev.termal.host;

import dev.termal.api.AgentId;
import dev.termal.api.Diagnostics;
import dev.termal.api.EngineId;
import dev.termal.host.event.SessionKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * What was known of a session that another process has open, when that process last kept it.
 *
 * @param cwd where the session works
 * @param pid of the process that has it
 * @param owner that process in words
 * @param taken when it was kept
 * @param age how long ago that was, when it was read
 * @param diagnostics of the connection to the agent
 */
public record SessionSnapshot(
        SessionKey key,
        AgentId agent,
        EngineId engine,
        Path cwd,
        long pid,
        String owner,
        Instant taken,
        Duration age,
        Diagnostics diagnostics) {}
