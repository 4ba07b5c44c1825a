package dev.termal.host;

import java.util.List;
import java.util.Optional;

/**
 * A plugin that was found, loaded or not.
 *
 * @param name its module's name, or its file's where there is none
 * @param version its version; may be empty
 * @param apiVersion the version of the API it was made for; may be empty
 * @param place the jar or folder, or {@code built in}
 * @param sha256 of the jar
 * @param provides what it brings, such as {@code agent sample}
 * @param problems why it was not loaded, or what is wrong with it, a line each that names the place
 */
public record PluginStatus(
        String name,
        String version,
        String apiVersion,
        String place,
        Optional<String> sha256,
        List<String> provides,
        List<String> problems) {
    /** Copies its lists. */
    public PluginStatus {
        provides = List.copyOf(provides);
        problems = List.copyOf(problems);
    }

    /** Whether anything of it can be used. */
    public boolean isLoaded() {
        return !provides.isEmpty();
    }
}
