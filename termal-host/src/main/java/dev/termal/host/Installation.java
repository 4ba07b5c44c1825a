package dev.termal.host;

import java.nio.file.Path;

/**
 * An agent that is installed.
 *
 * @param executable its program, by the link to the current build
 * @param sha256 of the archive that it came in
 * @param wasThere whether nothing had to be fetched
 */
public record Installation(Path executable, String version, String sha256, boolean wasThere) {}
