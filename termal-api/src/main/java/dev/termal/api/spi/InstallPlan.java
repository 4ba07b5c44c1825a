package dev.termal.api.spi;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the host would fetch to install an agent; it asks first, and checks and records what it got.
 *
 * <p>It has many parts, so it is built: see {@link #of}.
 *
 * @param version the pinned build, fit for the name of a folder
 * @param archives one for each platform
 * @param folder where builds go, each into a folder of its own beside a link {@code current}
 * @param license a name or {@code proprietary}
 * @param registry a document of the ACP registry's form that tells the newest build; asked only where a person says so
 * @param notes what a person should know before, a sentence each
 */
public record InstallPlan(
        String version,
        List<Archive> archives,
        Path folder,
        String license,
        Optional<URI> licenseUrl,
        Optional<URI> registry,
        List<String> notes) {
    /** Copies its lists. */
    public InstallPlan {
        archives = List.copyOf(archives);
        notes = List.copyOf(notes);
    }

    /** A plan without a registry and notes. */
    public static InstallPlan of(String version, List<Archive> archives, Path folder, String license) {
        return new InstallPlan(version, archives, folder, license, Optional.empty(), Optional.empty(), List.of());
    }

    /** The same for another build. */
    public InstallPlan with(String otherVersion, List<Archive> otherArchives) {
        return new InstallPlan(otherVersion, otherArchives, folder, license, licenseUrl, registry, notes);
    }

    /**
     * An archive for one platform.
     *
     * @param platform operating system ({@code linux}, {@code darwin}, {@code windows}) and architecture ({@code x86_64},
     *     {@code aarch64}), such as {@code linux-x86_64}
     * @param sha256 in hexadecimal; empty where the vendor publishes none, then the first download's is recorded
     * @param executable the program's path inside
     */
    public record Archive(String platform, URI url, Optional<String> sha256, String executable) {}
}
