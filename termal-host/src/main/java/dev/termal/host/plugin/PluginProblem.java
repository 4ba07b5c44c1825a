package dev.termal.host.plugin;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * What is wrong with a plugin, and costs nobody but that plugin.
 *
 * @param place the jar or folder; empty for what is built in
 * @param stage how far it came
 * @param isFatal whether something is missing for it; else it is loaded, and this is a warning
 * @param text what is wrong and what to do, in one line that names the plugin
 */
public record PluginProblem(Optional<Path> place, Stage stage, boolean isFatal, String text) {
    /** The stages of loading, in order. */
    public enum Stage {
        /** Reading the folder and its jars. */
        READ,
        /** Comparing with the host and with other plugins. */
        CHECK,
        /** Fitting the modules together. */
        RESOLVE,
        /** Loading and making providers. */
        LOAD,
        /** Asking a provider what it brings. */
        CALL;

        /** As it stands in messages. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
