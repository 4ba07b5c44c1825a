package dev.termal.host.plugin;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Version;
import java.util.Optional;

/** The rule for versions of the API: what was made for the same major version, and no newer one, can be loaded. */
final class ApiVersion {
    /** The API's own module. */
    static final String MODULE = "dev.termal.api";

    private ApiVersion() {}

    /** The version that a module was compiled against, where its compiler noted it. */
    static Optional<String> madeFor(ModuleDescriptor module) {
        return module.requires().stream()
                .filter(requires -> requires.name().equals(MODULE))
                .flatMap(requires -> requires.rawCompiledVersion().stream())
                .findFirst();
    }

    /** Why a plugin made for a version cannot be loaded by a host that has another; empty where it can. */
    static Optional<String> refusal(String madeFor, String host) {
        try {
            Version plugin = Version.parse(release(madeFor));
            Version own = Version.parse(release(host));
            if (!major(madeFor).equals(major(host))) {
                return Optional.of("it was made for version " + madeFor + " of dev.termal.api, and this host has "
                        + host + ": get a version of it for " + major(host) + ".x");
            }
            return plugin.compareTo(own) > 0
                    ? Optional.of("it was made for the newer version " + madeFor
                            + " of dev.termal.api, and this host has " + host + ": update the host")
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of("it says that it was made for version \"" + madeFor
                    + "\" of dev.termal.api, which is no version: it has to be built anew");
        }
    }

    private static String major(String version) {
        int dot = version.indexOf('.');
        return dot < 0 ? release(version) : version.substring(0, dot);
    }

    /** Without what marks an unfinished version: it has what the finished one will have. */
    private static String release(String version) {
        return version.endsWith("-SNAPSHOT") ? version.substring(0, version.length() - "-SNAPSHOT".length()) : version;
    }
}
