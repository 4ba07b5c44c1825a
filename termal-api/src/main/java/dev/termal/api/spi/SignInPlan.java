package dev.termal.api.spi;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An agent's own sign-in, run by the host in the person's terminal.
 *
 * @param command program and arguments
 * @param environment variables to set
 * @param edits changes to the agent's files before it runs
 * @param fileToWaitFor a file whose appearance says that the sign-in is done, where the exit code does not
 * @param timeout how long a person may take
 */
public record SignInPlan(
        List<String> command,
        Map<String, String> environment,
        List<JsonEdit> edits,
        Optional<Path> fileToWaitFor,
        Duration timeout) {
    /** Copies its collections. */
    public SignInPlan {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        edits = List.copyOf(edits);
    }
}
