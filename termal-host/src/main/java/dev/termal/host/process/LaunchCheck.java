package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks what is to be started before it is started: the system's own errors do not tell a missing program from a missing
 * folder or a missing interpreter.
 */
final class LaunchCheck {
    private static final int SHEBANG_BYTES = 256;
    private static final int LONGEST_ARGUMENT = 128 * 1024 - 1; // Linux's own bound for one argument or variable

    private final Path cwd;
    private final SearchPath search;

    private LaunchCheck(Path cwd, SearchPath search) {
        this.cwd = cwd;
        this.search = search;
    }

    /**
     * The command with its program as a path.
     *
     * @throws AgentException {@code CONFIGURATION}, {@code EXECUTABLE_NOT_FOUND} or {@code LAUNCH_FAILED}
     */
    static List<String> resolve(List<String> command, Path cwd, Map<String, String> environment) {
        if (command.isEmpty() || command.get(0).isBlank()) {
            throw new AgentException(ErrorCode.CONFIGURATION, "the command is empty: name the program to start");
        }
        if (!Files.isDirectory(cwd)) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    "the folder to run in " + (Files.exists(cwd) ? "is no folder: " : "does not exist: ") + cwd);
        }
        LaunchCheck check = new LaunchCheck(cwd, SearchPath.in(environment));
        Path program = check.program(command.get(0));
        check.interpreter(program);
        List<String> arguments = command.subList(1, command.size());
        arguments.forEach(argument -> checkLength(program, argument));
        environment.forEach((name, value) -> checkLength(program, name + "=" + value));
        if (Platform.isWindows()) {
            return WindowsCommandLine.of(program.toString(), arguments, environment);
        }
        List<String> resolved = new ArrayList<>(List.of(program.toString()));
        resolved.addAll(arguments);
        return resolved;
    }

    private Path program(String name) {
        Path path;
        try {
            path = Path.of(name);
        } catch (InvalidPathException e) {
            throw new AgentException(ErrorCode.CONFIGURATION, "the program's name is no path: " + name, e);
        }
        if (path.getNameCount() == 1 && !path.isAbsolute()) {
            return search.find(name).orElseThrow(() -> notFound(name));
        }
        Path file = cwd.resolve(path).normalize();
        Optional<Path> found = search.withEnding(
                Optional.ofNullable(file.getParent()).orElse(file),
                Optional.ofNullable(file.getFileName()).orElse(file).toString());
        return found.orElseThrow(() -> unusable(file));
    }

    private AgentException notFound(String name) {
        return new AgentException(
                ErrorCode.EXECUTABLE_NOT_FOUND,
                name + " was not found in the " + search.folders().size()
                        + " folders of PATH: install it, or give its full path");
    }

    private static AgentException unusable(Path file) {
        if (!Files.exists(file)) {
            return new AgentException(ErrorCode.EXECUTABLE_NOT_FOUND, "the program does not exist: " + file);
        }
        return new AgentException(
                ErrorCode.LAUNCH_FAILED,
                Files.isDirectory(file)
                        ? "the program is a folder: " + file
                        : "the program is not executable: " + file + " (chmod +x would allow it)");
    }

    /** A script is only as good as the interpreter that its first line names. */
    private void interpreter(Path program) {
        Optional<String> line = Platform.isWindows() ? Optional.empty() : shebang(program);
        if (line.isEmpty()) {
            return;
        }
        if (line.get().endsWith("\r")) {
            throw new AgentException(
                    ErrorCode.LAUNCH_FAILED,
                    "the script " + program + " has Windows line ends: store it with Unix ones");
        }
        List<String> words = List.of(line.get().strip().split("\\s+"));
        String interpreter = words.get(0);
        boolean there = interpreter.isEmpty() || Files.isExecutable(cwd.resolve(interpreter));
        if (there && interpreter.endsWith("/env")) {
            Optional<String> named = words.stream()
                    .skip(1)
                    .filter(word -> !word.startsWith("-") && word.indexOf('=') < 0)
                    .findFirst();
            interpreter = named.orElse(interpreter);
            there = named.isEmpty()
                    || interpreter.contains("/")
                    || search.find(interpreter).isPresent();
        }
        if (!there) {
            throw new AgentException(
                    ErrorCode.EXECUTABLE_NOT_FOUND,
                    "the script " + program + " needs " + interpreter + ", which was not found: install it");
        }
    }

    private static Optional<String> shebang(Path program) {
        byte[] head;
        try (InputStream in = Files.newInputStream(program)) {
            head = in.readNBytes(SHEBANG_BYTES);
        } catch (IOException e) {
            return Optional.empty(); // executable without being readable: the system knows what to do
        }
        String text = new String(head, StandardCharsets.UTF_8);
        int end = text.indexOf('\n');
        return text.startsWith("#!") && end > 0 ? Optional.of(text.substring(2, end)) : Optional.empty();
    }

    private static void checkLength(Path program, String argument) {
        if (ProcFs.available()
                && argument.length() > LONGEST_ARGUMENT / 4
                && argument.getBytes(StandardCharsets.UTF_8).length > LONGEST_ARGUMENT) {
            throw new AgentException(
                    ErrorCode.LAUNCH_FAILED,
                    "an argument or variable for " + program
                            + " is longer than the system allows (128 KiB): shorten it");
        }
    }
}
