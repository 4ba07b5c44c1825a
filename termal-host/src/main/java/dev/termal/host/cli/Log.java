package dev.termal.host.cli;

import java.nio.file.Path;
import java.util.Optional;

/** Where a process logs. */
interface Log {
    /** Nowhere. */
    Log NONE = Optional::empty;

    /** The file, from now on written to; empty where there can be none. */
    Optional<Path> start();
}
