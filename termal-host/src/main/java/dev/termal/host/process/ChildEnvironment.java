package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the environment of a child out of the one that is inherited. */
final class ChildEnvironment {
    private final Map<String, String> variables;

    /** Begins with what is inherited; where names differ in case only, they are the same on Windows. */
    ChildEnvironment(Map<String, String> inherited, boolean caseInsensitive) {
        variables = caseInsensitive ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new TreeMap<>();
        variables.putAll(inherited);
    }

    ChildEnvironment without(Collection<String> names) {
        names.forEach(variables::remove);
        return this;
    }

    /**
     * Sets variables.
     *
     * @throws AgentException {@code CONFIGURATION} for what no environment can hold; names the name, never the value
     */
    ChildEnvironment with(Map<String, String> changes) {
        changes.forEach((name, value) -> {
            if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0 || value.indexOf('\0') >= 0) {
                throw new AgentException(
                        ErrorCode.CONFIGURATION,
                        "the variable \"" + name.replace('\0', '?')
                                + "\" cannot be set: neither '=' in its name nor a NUL" + " can be passed on");
            }
            variables.put(name, value);
        });
        return this;
    }

    /** Lets a program that is given by its full path find what stands beside it. */
    ChildEnvironment findingBeside(List<String> command) {
        command.stream().findFirst().flatMap(ChildEnvironment::folderOf).ifPresent(folder -> {
            String path = Optional.ofNullable(variables.get("PATH")).orElse("");
            if (!SearchPath.folders(path, File.pathSeparatorChar).contains(folder)) {
                variables.put("PATH", path.isEmpty() ? folder.toString() : folder + File.pathSeparator + path);
            }
        });
        return this;
    }

    private static Optional<Path> folderOf(String program) {
        try {
            return Optional.of(Path.of(program)).filter(Path::isAbsolute).map(Path::getParent);
        } catch (InvalidPathException e) {
            return Optional.empty(); // the check before the launch says so
        }
    }

    Map<String, String> variables() {
        return Collections.unmodifiableMap(variables);
    }
}
