package dev.termal.api.spi;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * What the host would fetch to install an agent; it asks first, and checks and records what it got.
 *
 * @param version the pinned build
 * @param archives one for each platform
 * @param license a name or {@code proprietary}
 */
public record InstallPlan(String version, List<Archive> archives, String license, Optional<URI> licenseUrl) {
    /** Copies its list. */
    public InstallPlan {
        archives = List.copyOf(archives);
    }

    /**
     * An archive for one platform.
     *
     * @param platform operating system and architecture, such as {@code linux-x86_64}
     * @param sha256 in hexadecimal; empty where the vendor publishes none, then the first download's is recorded
     * @param executable the program's path inside
     */
    public record Archive(String platform, URI url, Optional<String> sha256, String executable) {}
}
