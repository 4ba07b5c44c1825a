package dev.termal.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Files and terminals that an agent asks its host for, instead of using its own. */
public sealed interface ClientRequest {
    /**
     * A text file to read.
     *
     * @param path absolute
     * @param line the first line wanted, from 1
     * @param limit how many lines at the most
     */
    record ReadFile(Path path, OptionalInt line, OptionalInt limit) implements ClientRequest {}

    /** A text file to write; it is created where it does not exist. */
    record WriteFile(Path path, String content) implements ClientRequest {}

    /**
     * A command to run.
     *
     * @param outputByteLimit how much output is kept; older output is dropped at a character boundary
     */
    record CreateTerminal(
            String command,
            List<String> args,
            Map<String, String> env,
            Optional<Path> cwd,
            OptionalLong outputByteLimit)
            implements ClientRequest {
        /** Copies its collections. */
        public CreateTerminal {
            args = List.copyOf(args);
            env = Checks.ordered(env);
        }
    }

    /** What a terminal printed. */
    record TerminalOutput(String output, boolean truncated, Optional<TerminalExit> exit) {}

    /** How a terminal's command ended: by itself with a code, or by a signal. */
    record TerminalExit(OptionalInt exitCode, Optional<String> signal) {}
}
