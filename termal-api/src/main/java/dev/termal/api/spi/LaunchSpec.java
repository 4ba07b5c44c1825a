package dev.termal.api.spi;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a process is started. Built by bindings, carried out by the host.
 *
 * <p>{@link #PRIVATE_FOLDER} in arguments and in values of the environment stands for the path of a folder that the host
 * makes for this process alone, fills with {@link #files()} (0600) and removes when the process has ended. Secrets go into
 * the environment by {@link Builder#secretEnv}, never into arguments; {@code toString} prints no value of the environment.
 */
public final class LaunchSpec {
    /** Stands for the path of the process's private folder. */
    public static final String PRIVATE_FOLDER = "{termal:private}";

    private final List<String> command;
    private final Path cwd;
    private final Map<String, String> environment;
    private final Set<String> removedNames;
    private final Set<String> secretNames;
    private final Optional<String> stdin;
    private final Map<String, String> files;
    private final List<JsonEdit> edits;
    private final boolean closesOnEndOfInput;
    private final Optional<Instant> notBefore;

    private LaunchSpec(Builder b) {
        command = List.copyOf(b.command);
        cwd = b.cwd;
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(b.environment));
        removedNames = Set.copyOf(b.removedNames);
        secretNames = Set.copyOf(b.secretNames);
        stdin = b.stdin;
        files = Collections.unmodifiableMap(new LinkedHashMap<>(b.files));
        edits = List.copyOf(b.edits);
        closesOnEndOfInput = b.closesOnEndOfInput;
        notBefore = b.notBefore;
    }

    /** A builder for this program in this folder. */
    public static Builder builder(Path executable, Path cwd) {
        return new Builder(List.of(executable.toString()), cwd);
    }

    /** A builder for this command in this folder. */
    public static Builder builder(List<String> command, Path cwd) {
        return new Builder(command, cwd);
    }

    /** A builder that starts from this spec, for a host that adds what a person's config says. */
    public Builder toBuilder() {
        Builder b = new Builder(command, cwd);
        b.environment.putAll(environment);
        b.removedNames.addAll(removedNames);
        b.secretNames.addAll(secretNames);
        b.stdin = stdin;
        b.files.putAll(files);
        b.edits.addAll(edits);
        b.closesOnEndOfInput = closesOnEndOfInput;
        b.notBefore = notBefore;
        return b;
    }

    /** Program and arguments. */
    public List<String> command() {
        return command;
    }

    /** The folder to run in. */
    public Path cwd() {
        return cwd;
    }

    /** Variables to set. */
    public Map<String, String> environment() {
        return environment;
    }

    /** Inherited variables to leave out. */
    public Set<String> removedNames() {
        return removedNames;
    }

    /** The variables whose values nobody may see. */
    public Set<String> secretNames() {
        return secretNames;
    }

    /** Text for standard input, which is closed after it; empty where the engine writes lines. */
    public Optional<String> stdin() {
        return stdin;
    }

    /** Files for the private folder: text by relative path. */
    public Map<String, String> files() {
        return files;
    }

    /** Changes to files that the agent shares with others. */
    public List<JsonEdit> edits() {
        return edits;
    }

    /** Whether the process ends when its standard input does; where not, the host signals at once. */
    public boolean closesOnEndOfInput() {
        return closesOnEndOfInput;
    }

    /** The earliest moment to start the process; the host waits for it, but no longer than a minute. */
    public Optional<Instant> notBefore() {
        return notBefore;
    }

    /** Program and arguments; no value of the environment. */
    @Override
    public String toString() {
        return String.join(" ", command);
    }

    /** Collects the parts of a {@link LaunchSpec}. Not for several threads. */
    public static final class Builder {
        private final List<String> command;
        private final Path cwd;
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final Set<String> removedNames = new LinkedHashSet<>();
        private final Set<String> secretNames = new LinkedHashSet<>();
        private Optional<String> stdin = Optional.empty();
        private final Map<String, String> files = new LinkedHashMap<>();
        private final List<JsonEdit> edits = new ArrayList<>();
        private boolean closesOnEndOfInput = true;
        private Optional<Instant> notBefore = Optional.empty();

        private Builder(List<String> command, Path cwd) {
            this.command = new ArrayList<>(command);
            this.cwd = cwd;
        }

        /** Adds arguments. */
        public Builder args(String... args) {
            command.addAll(List.of(args));
            return this;
        }

        /** Adds arguments. */
        public Builder args(List<String> args) {
            command.addAll(args);
            return this;
        }

        /** Sets a variable. */
        public Builder env(String name, String value) {
            environment.put(name, value);
            return this;
        }

        /** Sets a variable whose value nobody may see. */
        public Builder secretEnv(String name, String value) {
            secretNames.add(name);
            return env(name, value);
        }

        /** Leaves out an inherited variable. */
        public Builder removeEnv(String name) {
            removedNames.add(name);
            return this;
        }

        /** Gives standard input, which is closed after it. */
        public Builder stdin(String text) {
            stdin = Optional.of(text);
            return this;
        }

        /** Adds a file to the private folder. */
        public Builder file(String relativePath, String text) {
            files.put(relativePath, text);
            return this;
        }

        /** Asks for a change to a shared file. */
        public Builder edit(JsonEdit edit) {
            edits.add(edit);
            return this;
        }

        /** The process goes on when its standard input ends. */
        public Builder ignoresEndOfInput() {
            closesOnEndOfInput = false;
            return this;
        }

        /** The process must not start earlier, such as for the sake of files that the agent names by the clock. */
        public Builder notBefore(Instant moment) {
            notBefore = Optional.of(moment);
            return this;
        }

        /** The spec. */
        public LaunchSpec build() {
            return new LaunchSpec(this);
        }
    }
}
