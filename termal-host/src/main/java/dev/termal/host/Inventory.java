package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineProvider;
import dev.termal.host.config.Config;
import dev.termal.host.config.ConfigEdit;
import dev.termal.host.config.ConfigReader;
import dev.termal.host.config.Known;
import dev.termal.host.config.RepositoryConfig;
import dev.termal.host.config.TermalHome;
import dev.termal.host.config.TrustStore;
import dev.termal.host.plugin.PluginCatalog;
import dev.termal.host.plugin.PluginLoader;
import dev.termal.host.process.Machine;
import dev.termal.host.session.HostOwnedOptions;
import jakarta.inject.Inject;
import java.io.File;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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

    /** As the config file says; as if there were none where it is wrong, which {@link #configProblem} tells. */
    Setup setupAsFarAsPossible() {
        try {
            return setup();
        } catch (AgentException broken) {
            return withoutConfig();
        }
    }

    /** What is wrong with the config file, or with a variable that stands for a part of it. */
    Optional<String> configProblem() {
        try {
            setup().check();
            return Optional.empty();
        } catch (AgentException broken) {
            return Optional.of(String.valueOf(broken.getMessage()));
        }
    }

    /** As the config file and, where it is trusted, the one of the repository around this folder say. */
    Setup setup(Path cwd) {
        Setup own = setup();
        Optional<RepositoryConfig> found;
        try {
            found = repository(cwd);
        } catch (AgentException unreadable) { // whoever made the repository must not be able to stop a person
            return own.with("a repository's config is ignored: " + unreadable.getMessage());
        }
        return found.map(repository -> with(repository, own)).orElse(own);
    }

    /** The config file of the repository around a folder, trusted or not. */
    Optional<RepositoryConfig> repository(Path cwd) {
        return RepositoryConfig.find(cwd, home.config());
    }

    /**
     * Trusts a repository's config file that can be used.
     *
     * @throws AgentException of code {@code CONFIGURATION} where something in it is wrong, which would stop every session there
     */
    void trust(RepositoryConfig repository) {
        Setup own = setupAsFarAsPossible();
        repository.over(own.config(), options.environment(), withAgentsOf(own), notice -> {});
        trust().trust(repository);
    }

    private Known withAgentsOf(Setup own) {
        return new Known(known().engines(), own.profiles(), known().hostOptions());
    }

    TrustStore trust() {
        return new TrustStore(home.trust(), Clock.systemUTC());
    }

    /**
     * Changes the config file; what was read of it before is forgotten.
     *
     * @param problems see {@link ConfigEdit}
     */
    ConfigEdit.Change edit(Function<Config, List<String>> problems, Function<ConfigEdit, ConfigEdit.Change> change) {
        ConfigEdit.Change made = change.apply(new ConfigEdit(home.config(), options.environment(), known(), problems));
        setup.forget();
        return made;
    }

    /** As if there were no config file. */
    Setup withoutConfig() {
        return setup(Config.EMPTY);
    }

    private PluginCatalog load() {
        // Profiles are made before the config is read, since the config is checked with their settings.
        Machine machine = new Machine(options.environment(), userHome(), home.runFolder(), (id, key) -> List.of());
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
        return new Setup(
                home, options.environment(), known(), config, home.config().toString(), List.of());
    }

    private Setup with(RepositoryConfig repository, Setup own) {
        String file = repository.file().toString();
        TrustStore.State state;
        try {
            state = trust().state(repository);
        } catch (AgentException broken) {
            return own.with(file + " is ignored, as it cannot be told whether it is trusted: " + broken.getMessage());
        }
        if (state != TrustStore.State.TRUSTED) {
            return own.with(file
                    + (state == TrustStore.State.CHANGED
                            ? " has changed since it was trusted, so it is ignored"
                            : " is not trusted, so it is ignored")
                    + "; look at it, then: termal trust");
        }
        List<String> notices = new ArrayList<>();
        Known all = withAgentsOf(own);
        Config config = repository.over(own.config(), options.environment(), all, notices::add);
        return new Setup(home, options.environment(), all, config, home.config() + " and " + file, notices);
    }
}
