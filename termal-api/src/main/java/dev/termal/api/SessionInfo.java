package dev.termal.api;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** A session that the agent itself keeps. */
public record SessionInfo(SessionId id, Path cwd, Optional<String> title, Optional<Instant> updatedAt) {}
