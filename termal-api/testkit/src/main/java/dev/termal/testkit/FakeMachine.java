package dev.termal.testkit;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * A machine made of maps: variables, executables, settings and what commands print. It has nothing that the test did not
 * give it. Files are real, below a folder of the test ({@code @TempDir}). Thread-safe.
 */
public final class FakeMachine implements HostEnvironment {
    private final Path folder;
    private final Map<String, String> variables = new ConcurrentHashMap<>();
    private final Map<String, Path> executables = new ConcurrentHashMap<>();
    private final Map<AgentId, Map<String, List<String>>> settings = new ConcurrentHashMap<>();
    private final Map<AgentId, List<Setting>> known = new ConcurrentHashMap<>();
    private final Map<List<String>, CommandResult> results = new ConcurrentHashMap<>();
    private final List<List<String>> commands = new CopyOnWriteArrayList<>();
    private volatile String platform = "linux";

    private FakeMachine(Path folder) {
        this.folder = folder;
    }

    /** An empty machine whose files are below this folder: {@code home}, {@code run}, {@code bin}. */
    public static FakeMachine in(Path folder) {
        FakeMachine machine = new FakeMachine(folder.toAbsolutePath());
        Stream.of(machine.home(), machine.runFolder(), machine.bin()).forEach(FakeMachine::makeFolder);
        return machine;
    }

    /** Sets a variable. */
    public FakeMachine variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    /** Says what {@link #platform()} is; {@code linux} unless said. */
    public FakeMachine platform(String name) {
        platform = name;
        return this;
    }

    /** Puts an executable file on the search path; it does nothing. */
    public FakeMachine executable(String name) {
        return executable(name, "#!/bin/sh\nexit 0\n");
    }

    /** Puts an executable file with this content on the search path. */
    public FakeMachine executable(String name, String content) {
        Path file = bin().resolve(name);
        write(file, content);
        if (!file.toFile().setExecutable(true)) {
            throw new UncheckedIOException(new IOException("cannot make executable: " + file));
        }
        return executable(name, file);
    }

    /** Puts a file that exists on the search path by this name. */
    public FakeMachine executable(String name, Path file) {
        executables.put(name, file);
        return this;
    }

    /** Writes a file below the home folder. */
    public FakeMachine homeFile(String relativePath, String content) {
        write(home().resolve(relativePath), content);
        return this;
    }

    /** Gives a setting; several values where the setting takes several. */
    public FakeMachine setting(AgentId agent, String key, String... values) {
        settings.computeIfAbsent(agent, unused -> new ConcurrentHashMap<>()).put(key, List.of(values));
        return this;
    }

    /** Resolves this profile's settings as the host does: as given here, else by its variables, else by its default. */
    public FakeMachine knows(AgentProfile profile) {
        known.put(profile.id(), profile.settings());
        return this;
    }

    /** Says what a command prints: the one that is exactly this, or the longest beginning of it that was given. */
    public FakeMachine result(List<String> command, CommandResult result) {
        results.put(List.copyOf(command), result);
        return this;
    }

    /** The commands that were run. */
    public List<List<String>> commands() {
        return List.copyOf(commands);
    }

    @Override
    public Map<String, String> variables() {
        return Map.copyOf(variables);
    }

    @Override
    public Path home() {
        return folder.resolve("home");
    }

    @Override
    public Path runFolder() {
        return folder.resolve("run");
    }

    private Path bin() {
        return folder.resolve("bin");
    }

    @Override
    public String platform() {
        return platform;
    }

    @Override
    public Optional<String> setting(AgentId agent, String key) {
        return settings(agent, key).stream().findFirst();
    }

    @Override
    public List<String> settings(AgentId agent, String key) {
        List<String> given = settings.getOrDefault(agent, Map.of()).get(key);
        return given != null
                ? given
                : known.getOrDefault(agent, List.of()).stream()
                        .filter(setting -> setting.key().equals(key))
                        .findFirst()
                        .map(this::unsaid)
                        .orElse(List.of());
    }

    private List<String> unsaid(Setting setting) {
        Optional<String> value = setting.environment().stream()
                .map(variables::get)
                .filter(Objects::nonNull)
                .findFirst()
                .map(setting::said)
                .or(setting::defaultValue);
        return value.map(text -> setting.type() == Setting.Type.LIST ? List.of(text.split(",")) : List.of(text))
                .orElse(List.of());
    }

    @Override
    public Optional<Path> findExecutable(String name) {
        return Optional.ofNullable(executables.get(name));
    }

    /** A command that really works, on the modules or classes that the test itself runs on. */
    @Override
    public List<String> javaCommand(String module, String mainClass) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String modules = System.getProperty("jdk.module.path", "");
        return modules.isEmpty()
                ? List.of(java, "-cp", System.getProperty("java.class.path"), mainClass)
                : List.of(java, "-p", modules, "-m", module + "/" + mainClass);
    }

    /** Gives what {@link #result} said; a command of which nothing was said cannot be launched. */
    @Override
    public CommandResult run(List<String> command, Duration timeout) {
        commands.add(List.copyOf(command));
        for (int length = command.size(); length > 0; length--) {
            CommandResult result = results.get(command.subList(0, length));
            if (result != null) {
                return result;
            }
        }
        throw new AgentException(ErrorCode.LAUNCH_FAILED, "this machine knows no result of " + command);
    }

    private static void write(Path file, String content) {
        try {
            makeFolder(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void makeFolder(Path path) {
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
