package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.Limits;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** This machine, its person's home and settings. One per host, or per agent where the variables differ; from any thread. */
public final class Machine implements HostEnvironment {
    private static final Duration OUTPUT_GRACE = Duration.ofSeconds(1);

    private final Map<String, String> variables;
    private final Path home;
    private final Path runFolder;
    private final SettingSource settings;

    /**
     * A machine.
     *
     * @param variables what children inherit
     * @param home the person's home folder
     * @param runFolder the host's folder of files that change while it runs
     */
    public Machine(Map<String, String> variables, Path home, Path runFolder, SettingSource settings) {
        this.variables = Map.copyOf(variables);
        this.home = home;
        this.runFolder = runFolder;
        this.settings = settings;
    }

    @Override
    public Map<String, String> variables() {
        return variables;
    }

    @Override
    public Path home() {
        return home;
    }

    @Override
    public Path runFolder() {
        return runFolder;
    }

    @Override
    public String platform() {
        return Platform.name();
    }

    @Override
    public Optional<String> setting(AgentId agent, String key) {
        return settings(agent, key).stream().findFirst();
    }

    @Override
    public List<String> settings(AgentId agent, String key) {
        return settings.values(agent, key);
    }

    @Override
    public Optional<Path> findExecutable(String name) {
        return SearchPath.in(variables).find(name);
    }

    @Override
    public List<String> javaCommand(String module, String mainClass) {
        return JavaCommand.of(module, mainClass);
    }

    @Override
    public CommandResult run(List<String> command, Duration timeout) throws InterruptedException {
        Map<String, String> environment = new ChildEnvironment(variables, Platform.isWindows())
                .findingBeside(command)
                .variables();
        Path cwd = Path.of("").toAbsolutePath();
        Child child =
                Child.start(LaunchCheck.resolve(command, cwd, environment), cwd, environment, ProcessMarker.next());
        Process process = child.process();
        try {
            Capture stdout = Capture.start("termal-run-stdout", process.getInputStream());
            Capture stderr = Capture.start("termal-run-stderr", process.getErrorStream());
            process.getOutputStream().close();
            if (!process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new AgentException(
                        ErrorCode.TIMEOUT, command.get(0) + " did not end within " + timeout.toMillis() + " ms");
            }
            return new CommandResult(process.exitValue(), stdout.text(OUTPUT_GRACE), stderr.text(OUTPUT_GRACE));
        } catch (IOException e) {
            throw new AgentException(
                    ErrorCode.LAUNCH_FAILED, command.get(0) + " could not be run: " + IoReason.of(e), e);
        } finally {
            child.tree().end(Duration.ZERO, Limits.DEFAULT.terminate());
        }
    }
}
