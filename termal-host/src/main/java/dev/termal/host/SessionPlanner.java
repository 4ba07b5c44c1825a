package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.McpServer;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Setting;
import dev.termal.host.config.CommandProfile;
import dev.termal.host.config.Config;
import dev.termal.host.config.EffectiveConfig;
import dev.termal.host.config.McpServers;
import dev.termal.host.config.Settings;
import dev.termal.host.prompt.SystemPrompt;
import dev.termal.host.session.TurnRules;
import dev.termal.host.text.Nearest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes of a caller's wishes, the settings and what is known of an agent all that is needed to start it. Starts nothing. */
final class SessionPlanner {
    private final Setup setup;

    SessionPlanner(Setup setup) {
        this.setup = setup;
    }

    /** All that is needed to start an agent. */
    record Prepared(
            AgentProfile profile,
            String reason,
            EngineProvider engine,
            EngineBinding binding,
            HostEnvironment environment,
            Config.Agent configured,
            SessionRequest request,
            Map<String, String> options,
            Optional<Duration> timeout,
            Duration idleTimeout,
            int digest,
            List<String> notices) {

        /** The command for a launch, with what the config sets and unsets for the agent. */
        LaunchSpec launchSpec(LaunchRequest launch) {
            LaunchSpec.Builder spec = binding
                    .launchSpec(launch, environment)
                    .orElseThrow(() -> new AgentException(
                            ErrorCode.LAUNCH_FAILED, "the agent " + profile.id() + " has no process to start"))
                    .toBuilder();
            configured.envUnset().forEach(spec::removeEnv);
            configured.env().forEach((name, value) -> {
                if (EffectiveConfig.looksSecret(name)) {
                    spec.secretEnv(name, value);
                } else {
                    spec.env(name, value);
                }
            });
            return spec.build();
        }
    }

    Prepared prepare(SessionSpec spec) {
        Path cwd = folder(spec.cwd());
        AgentChooser.Chosen chosen = spec.command().isEmpty()
                ? new AgentChooser(setup).choose(spec)
                : new AgentChooser.Chosen(
                        CommandProfile.bare(spec.command(), bareEngine(spec).id(), "agent command"), "");
        AgentProfile profile = chosen.profile();
        String name = profile.id().value();
        EngineBinding binding = binding(profile, spec);
        EngineProvider engine = setup.known().engines().get(binding.engine().value());
        if (engine == null) {
            throw wrong("the engine " + binding.engine() + " of the agent " + name + " is not there: there are "
                    + String.join(", ", setup.known().engines().keySet()));
        }
        List<String> notices = new ArrayList<>(setup.notices());
        Config.Agent configured = spec.command().isEmpty() ? setup.config().agent(name) : Config.Agent.nothing();
        if (spec.command().isEmpty()) {
            setup.config().agentGap(name).ifPresent(gap -> {
                throw wrong(gap);
            });
        }
        HostEnvironment environment = setup.environment(profile);
        return new Prepared(
                profile,
                chosen.reason(),
                engine,
                binding,
                environment,
                configured,
                request(spec, cwd, name, servers(spec, name, configured, environment, notices)),
                options(engine, binding, configured, profile, notices),
                spec.timeout().or(() -> setup.settings().timeout(name)),
                spec.idleTimeout().or(() -> setup.settings().idleTimeout(name)).orElse(TurnRules.IDLE),
                spec.digest().orElseGet(() -> setup.settings().digest(name)),
                notices);
    }

    private static Path folder(Path cwd) {
        Path absolute = CanonicalFolder.of(cwd); // agents look for their sessions by it
        if (!Files.isDirectory(absolute)) {
            throw wrong(
                    "the working folder " + absolute + (Files.exists(absolute) ? " is no folder" : " does not exist"));
        }
        return absolute;
    }

    private EngineProvider bareEngine(SessionSpec spec) {
        Optional<String> named = spec.engine();
        if (named.isPresent()) {
            EngineProvider engine = setup.known().engines().get(named.get());
            if (engine == null) {
                throw wrong("no engine is named \"" + named.get() + "\"; known: "
                        + String.join(", ", setup.known().engines().keySet()));
            }
            if (engine.needsDialect()) {
                throw wrong(
                        "the engine " + named.get() + " reads what an agent prints by a dialect, which a bare command"
                                + " does not have: define the agent in the config with that command and \"like\" one of "
                                + String.join(", ", setup.known().dialectLenders(engine)));
            }
            return engine;
        }
        return setup.known().bareEngine().orElseThrow(() -> wrong("no engine is there that takes a bare command"));
    }

    private EngineBinding binding(AgentProfile profile, SessionSpec spec) {
        Optional<Settings.Source> set = setup.settings().engine(profile.id().value());
        Optional<String> wanted =
                spec.engine().or(() -> onlyOne(profile, spec)).or(() -> set.map(Settings.Source::value));
        if (wanted.isEmpty()) {
            return profile.bindings().get(0);
        }
        String name = wanted.get();
        List<String> possible = profile.bindings().stream()
                .map(EngineBinding::engine)
                .map(EngineId::value)
                .toList();
        return profile.bindings().stream()
                .filter(b -> b.engine().value().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> wrong((spec.engine().isPresent() ? "" : set.get().source() + ": ") + "the agent "
                                + profile.id() + " cannot be driven by an engine \"" + name + "\": it has "
                                + String.join(", ", possible) + Nearest.hint(name, possible)));
    }

    /** The engine that alone has the mode of a single question. */
    private Optional<String> onlyOne(AgentProfile profile, SessionSpec spec) {
        return spec.mode()
                .or(() -> setup.settings().mode(profile.id().value()))
                .filter(mode -> spec.oneShot())
                .flatMap(profile::onlyEngineFor)
                .map(EngineId::value);
    }

    private SessionRequest request(SessionSpec spec, Path cwd, String agent, List<McpServer> servers) {
        SessionRequest.Builder request = SessionRequest.builder(cwd)
                .permissions(spec.permissions().orElseGet(() -> setup.settings().permissions(agent)));
        spec.resume().ifPresent(request::resume);
        spec.model().or(() -> setup.settings().model(agent)).ifPresent(request::model);
        spec.mode().or(() -> setup.settings().mode(agent)).ifPresent(request::mode);
        spec.effort().or(() -> setup.settings().effort(agent)).ifPresent(request::effort);
        spec.systemPrompt()
                .or(() -> setup.settings().systemPrompt(agent))
                .map(SystemPrompt::framed)
                .ifPresent(request::systemPrompt);
        spec.options().forEach(request::option);
        spec.additionalDirectories().forEach(dir -> request.additionalDirectory(folder(dir)));
        servers.forEach(request::mcpServer);
        return request.build();
    }

    /** The config's servers for all, then the agent's, then the caller's; a later one replaces one of the same name. */
    private List<McpServer> servers(
            SessionSpec spec,
            String agent,
            Config.Agent configured,
            HostEnvironment environment,
            List<String> notices) {
        Config config = setup.config();
        Map<String, McpServer> byName = new LinkedHashMap<>();
        Map<String, Optional<String>> gaps = new LinkedHashMap<>();
        config.mcpServers().forEach(s -> {
            byName.put(s.name(), s);
            gaps.put(s.name(), config.serverGap(Optional.empty(), s.name()));
        });
        configured.mcpServers().forEach(s -> {
            byName.put(s.name(), s);
            gaps.put(s.name(), config.serverGap(Optional.of(agent), s.name()));
        });
        spec.mcpServers().forEach(s -> {
            byName.put(s.name(), s);
            gaps.remove(s.name());
        });
        gaps.values().stream().flatMap(Optional::stream).findFirst().ifPresent(gap -> {
            throw wrong(gap);
        });
        List<McpServer> found = new ArrayList<>();
        for (McpServer server : byName.values()) {
            if (server instanceof McpServer.Stdio program) {
                McpServers.located(program, environment)
                        .ifPresentOrElse(
                                found::add,
                                () -> notices.add("MCP server " + program.name() + " left out: its command "
                                        + program.command() + " was not found"));
            } else {
                found.add(server);
            }
        }
        return found;
    }

    private Map<String, String> options(
            EngineProvider engine,
            EngineBinding binding,
            Config.Agent configured,
            AgentProfile profile,
            List<String> notices) {
        List<String> keys =
                setup.known().options(engine).stream().map(Setting::key).toList();
        binding.options().keySet().stream()
                .filter(key -> !keys.contains(key))
                .findFirst()
                .ifPresent(key -> {
                    throw wrong("the agent " + profile.id() + " gives its engine an option \"" + key
                            + "\" that it does not have: it has " + String.join(", ", keys));
                });
        Map<String, String> options = new LinkedHashMap<>(binding.options());
        // The config's options were checked for the engine that the config means; another one may not have them.
        configured.options().forEach((key, value) -> {
            if (keys.contains(key)) {
                options.put(key, value);
            } else {
                notices.add("the option " + key + " of agent " + profile.id() + " is left out: the engine "
                        + engine.id() + " does not have it");
            }
        });
        return options;
    }

    private static AgentException wrong(String message) {
        return new AgentException(ErrorCode.CONFIGURATION, message);
    }
}
