package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process that was just started, in a group and session of its own where the platform can, with what it will start. */
record Child(Process process, ProcessTree tree) {
    /**
     * Starts a command that was checked.
     *
     * @param environment all of it; gets the mark
     */
    static Child start(List<String> command, Path cwd, Map<String, String> environment, ProcessMarker marker) {
        List<String> line = new ArrayList<>();
        Platform.setsid().ifPresent(setsid -> line.add(setsid.toString()));
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line).directory(cwd.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put(ProcessMarker.VARIABLE, marker.addedTo(environment));
        try {
            Process process = builder.start();
            return new Child(
                    process,
                    new ProcessTree(
                            process.toHandle(), marker, Platform.setsid().isPresent()));
        } catch (IOException e) {
            throw new AgentException(
                    ErrorCode.LAUNCH_FAILED, command.get(0) + " could not be started: " + IoReason.of(e), e);
        }
    }
}
