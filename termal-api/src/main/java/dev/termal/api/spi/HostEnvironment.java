package dev.termal.api.spi;

import dev.termal.api.AgentId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The machine and the person's settings, as a profile may see them. Implemented by the host; from any thread. */
public interface HostEnvironment {
    /** The environment variables that a child of this agent would inherit. */
    Map<String, String> variables();

    /** The person's home folder. */
    Path home();

    /** The host's own folder of files that change while it runs; for paths in a launch, never to be written by a profile. */
    Path runFolder();

    /** The operating system in lower case: {@code linux}, {@code macos}, {@code windows}, or its own name. */
    String platform();

    /** A setting of {@link AgentProfile#settings()}: flag, then environment, then file, then default. */
    Optional<String> setting(AgentId agent, String key);

    /** A setting of several values. */
    List<String> settings(AgentId agent, String key);

    /** An executable on the search path by its plain name, with the platform's endings. */
    Optional<Path> findExecutable(String name);

    /** The command that runs a main class of a module of this installation in a JVM of its own. */
    List<String> javaCommand(String module, String mainClass);

    /**
     * Runs a short command without input.
     *
     * @throws dev.termal.api.AgentException {@code EXECUTABLE_NOT_FOUND}, {@code LAUNCH_FAILED} or {@code TIMEOUT}
     */
    CommandResult run(List<String> command, Duration timeout) throws InterruptedException;

    /** What a command printed, each stream cut at 1 MiB. */
    record CommandResult(int exitCode, String stdout, String stderr) {}
}
