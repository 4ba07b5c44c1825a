package dev.termal.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a host is opened. Built, since it will grow. */
public final class HostOptions {
    private final Map<String, String> environment;
    private final Optional<Path> home;
    private final List<Path> pluginFolders;

    private HostOptions(Builder b) {
        environment = Map.copyOf(b.environment);
        home = b.home;
        pluginFolders = List.copyOf(b.pluginFolders);
    }

    /** A builder with this process's environment. */
    public static Builder builder() {
        return new Builder();
    }

    /** The environment that settings are read from and that agents inherit. */
    public Map<String, String> environment() {
        return environment;
    }

    /** The host's folder; else {@code TERMAL_HOME}, else {@code ~/.termal}. */
    public Optional<Path> home() {
        return home;
    }

    /** Folders with plugins, beside the home's and those that {@code TERMAL_PLUGINS} names. */
    public List<Path> pluginFolders() {
        return pluginFolders;
    }

    /** Collects the parts of {@link HostOptions}. Not for several threads. */
    public static final class Builder {
        private Map<String, String> environment = System.getenv();
        private Optional<Path> home = Optional.empty();
        private final List<Path> pluginFolders = new ArrayList<>();

        private Builder() {}

        /** Another environment than this process's. */
        public Builder environment(Map<String, String> variables) {
            environment = variables;
            return this;
        }

        /** Another home. */
        public Builder home(Path folder) {
            home = Optional.of(folder);
            return this;
        }

        /** A further folder with plugins. */
        public Builder pluginFolder(Path folder) {
            pluginFolders.add(folder);
            return this;
        }

        /** The options. */
        public HostOptions build() {
            return new HostOptions(this);
        }
    }
}
