package dev.termal.host;

import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineProvider;
import dev.termal.host.config.Config;
import dev.termal.host.config.ConfigReader;
import dev.termal.host.config.Known;
import dev.termal.host.config.TermalHome;
import dev.termal.host.plugin.PluginCatalog;
import dev.termal.host.plugin.PluginLoader;
import dev.termal.host.process.Machine;
import dev.termal.host.session.HostOwnedOptions;
import jakarta.inject.Inject;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is there to work with: plugins, config, agents. Each part is looked at when it is first asked for, so that a broken
 * config file does not keep a person from asking where it is.
 */
final class Inventory {
    private final TermalHome home;
    private final HostOptions options;
    private final Lazy<PluginCatalog> catalog = new Lazy<>(this::load);
    private final Lazy<Known> known = new Lazy<>(this::sortOut);
    private final Lazy<Setup> setup = new Lazy<>(this::read);

    @Inject
    Inventory(TermalHome home, HostOptions options) {
        this.home = home;
        this.options = options;
    }

    PluginCatalog catalog() {
        return catalog.get();
    }

    Known known() {
        return known.get();
    }

    /** As the config file says. */
    Setup setup() {
        return setup.get();
    }

    /** As if there were no config file. */
    Setup withoutConfig() {
        return setup(Config.EMPTY);
    }

    private PluginCatalog load() {
        // Profiles are made before the config is read, since the config is checked with their settings.
        Machine machine = new Machine(options.environment(), userHome(), home.run(), (id, key) -> List.of());
        return PluginLoader.load(home.plugins(), furtherPlugins(), machine);
    }

    private List<Path> furtherPlugins() {
        List<Path> folders = new ArrayList<>();
        String named = options.environment().getOrDefault("TERMAL_PLUGINS", "");
        Stream.of(named.split(File.pathSeparator))
                .filter(n -> !n.isBlank())
                .map(Path::of)
                .forEach(folders::add);
        folders.addAll(options.pluginFolders());
        return folders;
    }

    private Path userHome() {
        return TermalHome.userHome(options.environment());
    }

    private Known sortOut() {
        Map<String, EngineProvider> engines = new LinkedHashMap<>();
        catalog().engines().forEach(p -> engines.put(p.name(), p.value()));
        Map<String, AgentProfile> profiles = new LinkedHashMap<>();
        catalog().profiles().forEach(p -> profiles.put(p.name(), p.value()));
        return new Known(engines, profiles, HostOwnedOptions.SETTINGS);
    }

    private Setup read() {
        return setup(ConfigReader.read(home.config(), options.environment(), known()));
    }

    private Setup setup(Config config) {
        return new Setup(home, options.environment(), known(), config);
    }
}
