package dev.termal.api;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a session shall be: where it works, what it continues, and with which model, mode and permissions.
 *
 * <p>It grows with the product, so it is built and not constructed. Values are as the caller gave them; the engine and the
 * binding refuse what the agent does not have.
 */
public final class SessionRequest {
    /** What becomes of the past turns that an agent repeats while a session is loaded. */
    public enum Replay {
        /** They are dropped. */
        DISCARD,
        /** They are delivered as {@link AgentEvent.Replayed}. */
        DELIVER
    }

    private final Path cwd;
    private final Optional<SessionId> resume;
    private final Replay replay;
    private final Optional<String> model;
    private final Optional<String> mode;
    private final Optional<String> effort;
    private final Map<String, String> options;
    private final PermissionPolicy permissions;
    private final List<McpServer> mcpServers;
    private final List<Path> additionalDirectories;
    private final Optional<String> systemPrompt;

    private SessionRequest(Builder b) {
        cwd = b.cwd;
        resume = b.resume;
        replay = b.replay;
        model = b.model;
        mode = b.mode;
        effort = b.effort;
        options = Checks.ordered(b.options);
        permissions = b.permissions;
        mcpServers = List.copyOf(b.mcpServers);
        additionalDirectories = List.copyOf(b.additionalDirectories);
        systemPrompt = b.systemPrompt;
    }

    /** A builder for a session in this folder, which must be absolute. */
    public static Builder builder(Path cwd) {
        return new Builder(cwd);
    }

    /** A fresh session in this folder with nothing chosen. */
    public static SessionRequest in(Path cwd) {
        return builder(cwd).build();
    }

    /** The working folder; absolute. */
    public Path cwd() {
        return cwd;
    }

    /** The agent's session to continue; empty for a fresh one. */
    public Optional<SessionId> resume() {
        return resume;
    }

    /** What becomes of history. */
    public Replay replay() {
        return replay;
    }

    /** The model, by the agent's own name for it. */
    public Optional<String> model() {
        return model;
    }

    /** The agent's mode (such as plan), by the agent's own name for it; never the permission policy. */
    public Optional<String> mode() {
        return mode;
    }

    /** How much the model shall think, by the agent's own name for it. */
    public Optional<String> effort() {
        return effort;
    }

    /** Further options of the agent's session by id. */
    public Map<String, String> options() {
        return options;
    }

    /** How the host will answer; only a binding whose agent cannot ask may turn it into a launch argument. */
    public PermissionPolicy permissions() {
        return permissions;
    }

    /** Servers that the agent shall connect to. */
    public List<McpServer> mcpServers() {
        return mcpServers;
    }

    /** Folders beside {@link #cwd()} that the agent may work in; absolute. */
    public List<Path> additionalDirectories() {
        return additionalDirectories;
    }

    /** Text to be put before a fresh conversation. */
    public Optional<String> systemPrompt() {
        return systemPrompt;
    }

    /** A builder that starts from these values. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SessionRequest that
                && cwd.equals(that.cwd)
                && resume.equals(that.resume)
                && replay == that.replay
                && model.equals(that.model)
                && mode.equals(that.mode)
                && effort.equals(that.effort)
                && options.equals(that.options)
                && permissions == that.permissions
                && mcpServers.equals(that.mcpServers)
                && additionalDirectories.equals(that.additionalDirectories)
                && systemPrompt.equals(that.systemPrompt);
    }

    @Override
    public int hashCode() {
        return Objects.hash(cwd, resume, model, mode, effort, options, permissions);
    }

    @Override
    public String toString() {
        return "SessionRequest[" + cwd + ", resume " + resume + ", model " + model + ", mode " + mode + ", effort "
                + effort + ", options " + options + ", permissions " + permissions + ", mcpServers " + mcpServers + "]";
    }

    /** Collects the values of a {@link SessionRequest}. Not for several threads. */
    public static final class Builder {
        private Path cwd;
        private Optional<SessionId> resume = Optional.empty();
        private Replay replay = Replay.DISCARD;
        private Optional<String> model = Optional.empty();
        private Optional<String> mode = Optional.empty();
        private Optional<String> effort = Optional.empty();
        private final Map<String, String> options = new LinkedHashMap<>();
        private PermissionPolicy permissions = PermissionPolicy.ASK;
        private final List<McpServer> mcpServers = new ArrayList<>();
        private final List<Path> additionalDirectories = new ArrayList<>();
        private Optional<String> systemPrompt = Optional.empty();

        private Builder(Path cwd) {
            this.cwd = absolute("cwd", cwd);
        }

        private Builder(SessionRequest from) {
            cwd = from.cwd;
            resume = from.resume;
            replay = from.replay;
            model = from.model;
            mode = from.mode;
            effort = from.effort;
            options.putAll(from.options);
            permissions = from.permissions;
            mcpServers.addAll(from.mcpServers);
            additionalDirectories.addAll(from.additionalDirectories);
            systemPrompt = from.systemPrompt;
        }

        private static Path absolute(String what, Path path) {
            if (!path.isAbsolute()) {
                throw new IllegalArgumentException(what + " is not absolute: " + path);
            }
            return path;
        }

        /** Works in this folder, which must be absolute. */
        public Builder cwd(Path path) {
            cwd = absolute("cwd", path);
            return this;
        }

        /** Continues this session of the agent. */
        public Builder resume(SessionId id) {
            resume = Optional.of(id);
            return this;
        }

        /** Starts a fresh conversation. */
        public Builder fresh() {
            resume = Optional.empty();
            return this;
        }

        /** Says what becomes of history. */
        public Builder replay(Replay wanted) {
            replay = wanted;
            return this;
        }

        /** Chooses a model. */
        public Builder model(String modelId) {
            model = Optional.of(modelId);
            return this;
        }

        /** Chooses a mode. */
        public Builder mode(String modeId) {
            mode = Optional.of(modeId);
            return this;
        }

        /** Chooses an effort. */
        public Builder effort(String level) {
            effort = Optional.of(level);
            return this;
        }

        /** Sets an option of the agent's session. */
        public Builder option(String id, String value) {
            options.put(id, value);
            return this;
        }

        /** Chooses the permission policy; {@link PermissionPolicy#ASK} unless said. */
        public Builder permissions(PermissionPolicy policy) {
            permissions = policy;
            return this;
        }

        /** Adds a server. */
        public Builder mcpServer(McpServer server) {
            mcpServers.add(server);
            return this;
        }

        /** Adds a folder, which must be absolute. */
        public Builder additionalDirectory(Path path) {
            additionalDirectories.add(absolute("additional directory", path));
            return this;
        }

        /** Sets the text put before a fresh conversation. */
        public Builder systemPrompt(String text) {
            systemPrompt = Optional.of(text);
            return this;
        }

        /** The request. */
        public SessionRequest build() {
            return new SessionRequest(this);
        }
    }
}
