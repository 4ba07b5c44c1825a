package dev.termal.host.plugin;

import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where something plugged in came from.
 *
 * @param module its module's name, or its jar's where there is none
 * @param version its version
 * @param apiVersion the version of the API that it was made for
 * @param place the jar or folder; empty for what is built in
 * @param sha256 of the jar, in hex
 */
public record PluginOrigin(
        String module,
        Optional<String> version,
        Optional<String> apiVersion,
        Optional<Path> place,
        Optional<String> sha256) {
    /** What comes with the host itself. */
    static PluginOrigin builtIn(Module module) {
        Optional<ModuleDescriptor> descriptor = Optional.ofNullable(module.getDescriptor());
        return new PluginOrigin(
                Optional.ofNullable(module.getName()).orElse("class path"),
                descriptor.flatMap(ModuleDescriptor::rawVersion),
                descriptor.flatMap(ApiVersion::madeFor),
                Optional.empty(),
                Optional.empty());
    }

    /** Whether it comes with the host itself. */
    public boolean isBuiltIn() {
        return place.isEmpty();
    }

    /** For messages: the module and where it is. */
    @Override
    public String toString() {
        return module + " (" + place.map(Path::toString).orElse("built in") + ")";
    }
}
