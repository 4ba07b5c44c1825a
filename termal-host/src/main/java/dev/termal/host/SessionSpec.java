package dev.termal.host;

import dev.termal.api.McpServer;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionId;
import dev.termal.api.spi.HostTool;
import dev.termal.host.event.OnLost;
import dev.termal.host.event.PresetAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * What a caller wants of a session. Whatever is left out comes from the environment, the config file, the agent's profile or
 * the host's defaults, in this order. Built, since it will grow.
 */
public final class SessionSpec {
    private final Builder values; // a copy that nobody changes

    private SessionSpec(Builder collected) {
        values = new Builder(collected);
    }

    /** A builder for a session in this folder. */
    public static Builder builder(Path cwd) {
        return new Builder(cwd);
    }

    /** The working folder. */
    public Path cwd() {
        return values.cwd;
    }

    /** The agent by name. */
    public Optional<String> agent() {
        return values.agent;
    }

    /** A command that is an agent of which nothing else is known; empty where {@link #agent()} says. */
    public List<String> command() {
        return values.command;
    }

    /** The engine by name. */
    public Optional<String> engine() {
        return values.engine;
    }

    /** The agent's own session to continue. */
    public Optional<SessionId> resume() {
        return values.resume;
    }

    /** The model. */
    public Optional<String> model() {
        return values.model;
    }

    /** The mode. */
    public Optional<String> mode() {
        return values.mode;
    }

    /** What a new conversation begins with; where absent, what the settings say. */
    public Optional<String> systemPrompt() {
        return values.systemPrompt;
    }

    /** How many characters the agent is told of what it missed in the session; where absent, what the settings say. */
    public OptionalInt digest() {
        return values.digest;
    }

    /** Folders with skills, beside those of the settings. */
    public List<Path> skills() {
        return Collections.unmodifiableList(values.skills);
    }

    /** The effort. */
    public Optional<String> effort() {
        return values.effort;
    }

    /** Options of the agent's session by id. */
    public Map<String, String> options() {
        return Collections.unmodifiableMap(values.options);
    }

    /** The permission policy. */
    public Optional<PermissionPolicy> permissions() {
        return values.permissions;
    }

    /** MCP servers beside those of the config file. */
    public List<McpServer> mcpServers() {
        return Collections.unmodifiableList(values.mcpServers);
    }

    /** Tools of the program's own that the agent is lent, whatever the settings say of the host's tools. */
    public List<HostTool> tools() {
        return Collections.unmodifiableList(values.tools);
    }

    /** Folders beside the working folder. */
    public List<Path> additionalDirectories() {
        return Collections.unmodifiableList(values.additionalDirectories);
    }

    /** The overall deadline of a turn. */
    public Optional<Duration> timeout() {
        return values.timeout;
    }

    /** The idle deadline of a turn. */
    public Optional<Duration> idleTimeout() {
        return values.idleTimeout;
    }

    /** Whether somebody is there to answer requests; where not, what only a person may decide is denied. */
    public boolean attended() {
        return values.attended;
    }

    /** Whether questions without an answer and changes without a grant make a turn fail. */
    public boolean strict() {
        return values.strict;
    }

    /** Whether it is for one question, which may choose the engine by its mode. */
    public boolean oneShot() {
        return values.oneShot;
    }

    /** Answers given beforehand, the first that matches is taken. */
    public List<PresetAnswer> answers() {
        return Collections.unmodifiableList(values.answers);
    }

    /** A session by its name, or by the beginning of its key; where there is none, a new one gets the name. */
    public Optional<String> session() {
        return values.session;
    }

    /** Whether to go on with the session of the folder in which something happened last. */
    public boolean latest() {
        return values.latest;
    }

    /** Whether it must be a new session. */
    public boolean fresh() {
        return values.fresh;
    }

    /** Whether it is kept for later; true unless said. */
    public boolean kept() {
        return values.kept;
    }

    /** Whether the person's hooks are run for it; true unless said. */
    public boolean hooks() {
        return values.hooks;
    }

    /** What to do where the agent does not know the conversation any more. */
    public OnLost onLost() {
        return values.onLost;
    }

    /** Whether to wait for a session that another has open; true unless said. */
    public boolean patient() {
        return values.patient;
    }

    /** What it is opened for, such as the prompt, as those see it who look at what waits; empty unless said. */
    public String purpose() {
        return values.purpose;
    }

    /** Told once, in words for people, for whom is waited. */
    public Consumer<String> whenWaiting() {
        return values.whenWaiting;
    }

    /** A builder that starts from these values. */
    public Builder toBuilder() {
        return new Builder(values);
    }

    /** Collects the parts of a {@link SessionSpec}. Not for several threads. */
    public static final class Builder {
        private Path cwd;
        private Optional<String> agent = Optional.empty();
        private List<String> command = List.of();
        private Optional<String> engine = Optional.empty();
        private Optional<SessionId> resume = Optional.empty();
        private Optional<String> model = Optional.empty();
        private Optional<String> mode = Optional.empty();
        private Optional<String> effort = Optional.empty();
        private Optional<String> systemPrompt = Optional.empty();
        private final Map<String, String> options = new LinkedHashMap<>();
        private Optional<PermissionPolicy> permissions = Optional.empty();
        private final List<McpServer> mcpServers = new ArrayList<>();
        private OptionalInt digest = OptionalInt.empty();
        private final List<Path> skills = new ArrayList<>();
        private final List<HostTool> tools = new ArrayList<>();
        private final List<Path> additionalDirectories = new ArrayList<>();
        private Optional<Duration> timeout = Optional.empty();
        private Optional<Duration> idleTimeout = Optional.empty();
        private boolean attended;
        private boolean strict;
        private boolean oneShot;
        private final List<PresetAnswer> answers = new ArrayList<>();
        private Optional<String> session = Optional.empty();
        private boolean latest;
        private boolean fresh;
        private boolean kept = true;
        private boolean hooks = true;
        private OnLost onLost = OnLost.FAIL;
        private boolean patient = true;
        private String purpose = "";
        private Consumer<String> whenWaiting = holder -> {};

        private Builder(Path cwd) {
            this.cwd = cwd;
        }

        private Builder(Builder from) {
            cwd = from.cwd;
            agent = from.agent;
            command = from.command;
            engine = from.engine;
            resume = from.resume;
            model = from.model;
            mode = from.mode;
            effort = from.effort;
            systemPrompt = from.systemPrompt;
            options.putAll(from.options);
            permissions = from.permissions;
            mcpServers.addAll(from.mcpServers);
            tools.addAll(from.tools);
            digest = from.digest;
            skills.addAll(from.skills);
            additionalDirectories.addAll(from.additionalDirectories);
            timeout = from.timeout;
            idleTimeout = from.idleTimeout;
            attended = from.attended;
            strict = from.strict;
            oneShot = from.oneShot;
            answers.addAll(from.answers);
            session = from.session;
            latest = from.latest;
            fresh = from.fresh;
            kept = from.kept;
            hooks = from.hooks;
            onLost = from.onLost;
            patient = from.patient;
            purpose = from.purpose;
            whenWaiting = from.whenWaiting;
        }

        /** Works in this folder. */
        public Builder cwd(Path folder) {
            cwd = folder;
            return this;
        }

        /** Chooses an agent by name. */
        public Builder agent(String name) {
            agent = Optional.of(name);
            return this;
        }

        /** Takes a command as the agent. */
        public Builder command(List<String> argv) {
            command = List.copyOf(argv);
            return this;
        }

        /** Chooses an engine by name. */
        public Builder engine(String name) {
            engine = Optional.of(name);
            return this;
        }

        /** Continues a session of the agent. */
        public Builder resume(SessionId id) {
            resume = Optional.of(id);
            return this;
        }

        /** Chooses a model. */
        public Builder model(String name) {
            model = Optional.of(name);
            return this;
        }

        /** Chooses a mode. */
        public Builder mode(String name) {
            mode = Optional.of(name);
            return this;
        }

        /** Has a new conversation begin with this text, before the first prompt. */
        public Builder systemPrompt(String text) {
            systemPrompt = Optional.of(text);
            return this;
        }

        /** Says how many characters the agent is told of what it missed in the session; 0 for nothing. */
        public Builder digest(int characters) {
            digest = OptionalInt.of(characters);
            return this;
        }

        /** Adds a folder with skills; the agent is lent the tool for them, or told of them in words where it cannot be. */
        public Builder skills(Path folder) {
            skills.add(folder);
            return this;
        }

        /** Chooses an effort. */
        public Builder effort(String name) {
            effort = Optional.of(name);
            return this;
        }

        /** Sets an option of the agent's session. */
        public Builder option(String id, String value) {
            options.put(id, value);
            return this;
        }

        /** Chooses a policy. */
        public Builder permissions(PermissionPolicy policy) {
            permissions = Optional.of(policy);
            return this;
        }

        /** Adds a server. */
        public Builder mcpServer(McpServer server) {
            mcpServers.add(server);
            return this;
        }

        /**
         * Lends the agent of this session a tool of the program's own, as a plugin's tool is lent. A name that one of the host's
         * tools has is that tool's.
         */
        public Builder tool(HostTool tool) {
            tools.add(tool);
            return this;
        }

        /** Adds a folder. */
        public Builder additionalDirectory(Path folder) {
            additionalDirectories.add(folder);
            return this;
        }

        /** Limits a turn. */
        public Builder timeout(Duration limit) {
            timeout = Optional.of(limit);
            return this;
        }

        /** Limits silence in a turn. */
        public Builder idleTimeout(Duration limit) {
            idleTimeout = Optional.of(limit);
            return this;
        }

        /** Says whether somebody is there to answer. */
        public Builder attended(boolean somebody) {
            attended = somebody;
            return this;
        }

        /** Says whether open ends make a turn fail. */
        public Builder strict(boolean on) {
            strict = on;
            return this;
        }

        /** Says that it is for one question. */
        public Builder oneShot(boolean only) {
            oneShot = only;
            return this;
        }

        /** Gives an answer beforehand. */
        public Builder answer(PresetAnswer preset) {
            answers.add(preset);
            return this;
        }

        /** Goes on with a session, or gives a new one its name. */
        public Builder session(String nameOrKey) {
            session = Optional.of(nameOrKey);
            return this;
        }

        /** Goes on with the latest session of the folder. */
        public Builder latest(boolean on) {
            latest = on;
            return this;
        }

        /** Wants a new session. */
        public Builder fresh(boolean on) {
            fresh = on;
            return this;
        }

        /** Says whether it is kept for later. */
        public Builder kept(boolean on) {
            kept = on;
            return this;
        }

        /** Says whether the person's hooks are run for it. */
        public Builder hooks(boolean on) {
            hooks = on;
            return this;
        }

        /** Says what to do where the agent does not know the conversation any more. */
        public Builder onLost(OnLost what) {
            onLost = what;
            return this;
        }

        /** Says whether to wait for a session that another has open. */
        public Builder patient(boolean on) {
            patient = on;
            return this;
        }

        /** Says what it is opened for; the beginning is kept while it waits. */
        public Builder purpose(String text) {
            purpose = text;
            return this;
        }

        /** Is told for whom is waited. */
        public Builder whenWaiting(Consumer<String> listener) {
            whenWaiting = listener;
            return this;
        }

        /** The spec. */
        public SessionSpec build() {
            return new SessionSpec(this);
        }
    }
}
