package dev.termal.host.config;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;
import dev.termal.api.Diagnostics;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionInfo;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * An agent that a person defines by its command, in the config file or on the command line. It may have the ways of an agent
 * that is known: bindings, settings and quirks are that one's then, only the command is the person's.
 */
public final class CommandProfile implements AgentProfile {
    private final AgentId id;
    private final List<String> command;
    private final String where;
    private final Optional<AgentProfile> base;
    private final List<EngineBinding> bindings;

    private CommandProfile(
            AgentId id, List<String> command, String where, Optional<AgentProfile> base, List<EngineId> engines) {
        this.id = id;
        this.command = List.copyOf(command);
        this.where = where;
        this.base = base;
        bindings = engines.stream()
                .<EngineBinding>map(engine -> new CommandBinding(this, engine, binding(engine)))
                .toList();
    }

    /** An agent of which nothing but a command is known; it is named after the program. */
    public static CommandProfile bare(List<String> command, EngineId engine, String where) {
        return new CommandProfile(nameOf(command), command, where, Optional.empty(), List.of(engine));
    }

    /** What an agent is called of which nothing but a command is known. */
    public static AgentId nameOf(List<String> command) {
        String program = Path.of(command.get(0)).getFileName() == null
                ? ""
                : Path.of(command.get(0)).getFileName().toString();
        String slug = program.toLowerCase(Locale.ROOT)
                .replaceFirst("\\.(sh|py|js|mjs|cjs|ts|rb|jar|exe|cmd|bat|ps1)$", "")
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^[^a-z]+", "")
                .replaceAll("-$", "");
        String name = slug.isEmpty() ? "agent" : slug.substring(0, Math.min(slug.length(), 64));
        return new AgentId(name);
    }

    /** An agent of the config file that has a command. */
    static CommandProfile of(String name, Config.Agent agent, String where, Known known) {
        Optional<AgentProfile> base = known.agent(agent.like().orElse(name));
        List<EngineId> engines = base.map(
                        b -> b.bindings().stream().map(EngineBinding::engine).toList())
                .orElseGet(() -> List.of(agent.engine()
                        .map(EngineId::new)
                        .or(() -> known.bareEngine().map(e -> e.id()))
                        .orElseThrow(() -> ConfigError.at(where, "needs an \"engine\""))));
        return new CommandProfile(new AgentId(name), agent.command(), where, base, engines);
    }

    /** Where the command stands, for messages. */
    String where() {
        return where;
    }

    private Optional<EngineBinding> binding(EngineId engine) {
        return base.flatMap(b ->
                b.bindings().stream().filter(x -> x.engine().equals(engine)).findFirst());
    }

    /** Program and arguments, the program found. */
    List<String> resolved(HostEnvironment environment) {
        String program = command.get(0);
        Path path = Path.of(program);
        if (path.getNameCount() > 1 || path.isAbsolute()) {
            if (!path.isAbsolute()) {
                throw notFound("\"" + program + "\" must be an absolute path or a plain name to be found on PATH");
            }
            if (!Files.isRegularFile(path)) {
                throw notFound(program + (Files.exists(path) ? " is no file" : " does not exist")
                        + ": give the path of an executable file");
            }
        } else {
            path = environment
                    .findExecutable(program)
                    .orElseThrow(() ->
                            notFound("\"" + program + "\" was not found on PATH: install it, or give its full path"));
        }
        List<String> words = new java.util.ArrayList<>(command);
        words.set(0, path.toString());
        return words;
    }

    private AgentException notFound(String problem) {
        return new AgentException(ErrorCode.EXECUTABLE_NOT_FOUND, where + ": " + problem);
    }

    @Override
    public AgentId id() {
        return id;
    }

    @Override
    public String displayName() {
        return base.map(AgentProfile::displayName)
                .filter(name -> base.get().id().equals(id))
                .orElse(id.value());
    }

    @Override
    public String badge() {
        String letters = id.value().replaceAll("[^a-z0-9]", "").toUpperCase(Locale.ROOT);
        return base.filter(b -> b.id().equals(id))
                .map(AgentProfile::badge)
                .orElse(letters.length() > 1 ? letters.substring(0, 2) : letters + letters);
    }

    @Override
    public List<EngineBinding> bindings() {
        return bindings;
    }

    @Override
    public List<Setting> settings() {
        return base.map(AgentProfile::settings).orElse(List.of());
    }

    @Override
    public Diagnostics diagnose(HostEnvironment environment) throws InterruptedException {
        return base.isPresent() ? base.get().diagnose(environment) : Diagnostics.NONE;
    }

    @Override
    public AuthStatus authStatus(HostEnvironment environment) {
        return base.map(b -> b.authStatus(environment)).orElse(AuthStatus.unknown(""));
    }

    @Override
    public String signInInstructions() {
        return base.map(AgentProfile::signInInstructions).orElse("");
    }

    @Override
    public List<String> quirks() {
        return base.map(AgentProfile::quirks).orElse(List.of());
    }

    @Override
    public Set<String> nestingMarkers() {
        return base.map(AgentProfile::nestingMarkers).orElse(Set.of());
    }

    @Override
    public List<SessionInfo> storedSessions(Path cwd, HostEnvironment environment) {
        return base.map(b -> b.storedSessions(cwd, environment)).orElse(List.of());
    }
}
