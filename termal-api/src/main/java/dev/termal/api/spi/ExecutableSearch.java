package dev.termal.api.spi;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.ErrorCode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Looks for an agent's executable in the order in which its profile names places, and remembers what was tried so that the
 * error can say it.
 *
 * <p>An executable that a person named is the last word: where it is wrong, nothing else is tried. For one search, by one
 * thread.
 *
 * <pre>{@code
 * Path agent = ExecutableSearch.of(ID, environment).setting("executable").name("agent").orThrow("npm install -g agent");
 * }</pre>
 */
public final class ExecutableSearch {
    private final AgentId agent;
    private final HostEnvironment environment;
    private final List<String> tried = new ArrayList<>();
    private Optional<Path> found = Optional.empty();
    private boolean decided;

    private ExecutableSearch(AgentId agent, HostEnvironment environment) {
        this.agent = agent;
        this.environment = environment;
    }

    /** A search that has tried nothing yet. */
    public static ExecutableSearch of(AgentId agent, HostEnvironment environment) {
        return new ExecutableSearch(agent, environment);
    }

    /** Tries what a person gave in a setting: a path, or a plain name for the search path. */
    public ExecutableSearch setting(String key) {
        if (decided) {
            return this;
        }
        Optional<String> value = environment.setting(agent, key).filter(text -> !text.isBlank());
        value.ifPresent(text -> {
            decided = true;
            found = named(text);
            tried.add("agents." + agent + "." + key + " = " + text);
        });
        return this;
    }

    /** Tries a plain name on the search path. */
    public ExecutableSearch name(String name) {
        return name(name, path -> true, "");
    }

    /**
     * Tries a plain name on the search path, where other programs may have the same name.
     *
     * @param isOurs tells the agent from the others; is given the path as found
     * @param otherwise what to say of a program that is not the agent
     */
    public ExecutableSearch name(String name, Predicate<Path> isOurs, String otherwise) {
        if (decided) {
            return this;
        }
        Optional<Path> candidate = environment.findExecutable(name);
        found = candidate.filter(isOurs);
        decided = found.isPresent();
        tried.add(
                candidate.isPresent() && found.isEmpty()
                        ? name + " on PATH (" + candidate.get() + " " + otherwise + ")"
                        : name + " on PATH");
        return this;
    }

    /** Tries a place. */
    public ExecutableSearch path(Path place) {
        if (!decided) {
            found = Optional.of(place).filter(Files::isRegularFile).filter(Files::isExecutable);
            decided = found.isPresent();
            tried.add(place.toString());
        }
        return this;
    }

    /** What was found. */
    public Optional<Path> find() {
        return found;
    }

    /** Which of the tries it was found by. */
    public Optional<String> source() {
        return found.map(path -> tried.get(tried.size() - 1));
    }

    /** What was tried, in order. */
    public List<String> tried() {
        return List.copyOf(tried);
    }

    /**
     * What was found.
     *
     * @param hint how to get the agent, a sentence without a full stop: it may end in a command to be copied
     * @throws AgentException {@link ErrorCode#EXECUTABLE_NOT_FOUND} with all that was tried
     */
    public Path orThrow(String hint) {
        return found.orElseThrow(() -> new AgentException(
                ErrorCode.EXECUTABLE_NOT_FOUND,
                "No executable for agent " + agent + ". Tried: " + String.join("; ", tried) + ". " + hint));
    }

    private Optional<Path> named(String text) {
        if (text.indexOf('/') < 0 && text.indexOf('\\') < 0) {
            return environment.findExecutable(text);
        }
        String path = text.startsWith("~/") ? environment.home() + text.substring(1) : text;
        try {
            return Optional.of(Path.of(path).toAbsolutePath())
                    .filter(Files::isRegularFile)
                    .filter(Files::isExecutable);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
