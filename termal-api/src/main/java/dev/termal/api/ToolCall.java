package dev.termal.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The whole state of one tool call, folded by the engine from what the agent sent in parts.
 *
 * <p>It has many parts and will have more, so it is built: see {@link #builder(String)} and {@link #toBuilder()}.
 *
 * @param id the agent's id, unique in its session
 * @param title what a person reads
 * @param kind what it does
 * @param status how far it is
 * @param content what it shows
 * @param locations the files it touches
 * @param input the arguments, as the agent sent them
 * @param output the result, as the agent sent it
 * @param tool the tool's own name, where the binding knows it
 * @param command the command line it runs, where the binding knows it; unknown never matches a rule that allows
 * @param mcpServer the server the tool belongs to, where the binding knows it
 * @param sameAs the id of the call that this one is told of once more, where both the agent and the host tell of it; the host says so
 */
public record ToolCall(
        String id,
        String title,
        Kind kind,
        Status status,
        List<Content> content,
        List<Location> locations,
        Optional<RawJson> input,
        Optional<RawJson> output,
        Optional<String> tool,
        Optional<String> command,
        Optional<String> mcpServer,
        Optional<String> sameAs) {

    /** What a tool does, in the words that agents share. */
    public enum Kind {
        /** Reads files or data. */
        READ,
        /** Changes files. */
        EDIT,
        /** Removes files. */
        DELETE,
        /** Moves or renames files. */
        MOVE,
        /** Searches. */
        SEARCH,
        /** Runs a command. */
        EXECUTE,
        /** Reasons or plans. */
        THINK,
        /** Reads from the network. */
        FETCH,
        /** Changes the agent's mode. */
        SWITCH_MODE,
        /** Anything else, unknown words included. */
        OTHER
    }

    /** How far a tool call is. */
    public enum Status {
        /** Announced, not begun. */
        PENDING,
        /** Running. */
        IN_PROGRESS,
        /** Ended well. */
        COMPLETED,
        /** Ended with an error. */
        FAILED,
        /** Not run: permission was refused. */
        REJECTED,
        /** Stopped with its turn. */
        CANCELLED,
        /** A word that this version does not know. */
        OTHER;

        /** Whether nothing more is to come. */
        public boolean isFinal() {
            return this == COMPLETED || this == FAILED || this == REJECTED || this == CANCELLED;
        }
    }

    /** A file that the call touches; lines count from 1. */
    public record Location(Path path, OptionalInt line) {}

    /** A piece of what the call shows. */
    public sealed interface Content {
        /** Text or another block. */
        record Block(ContentBlock block) implements Content {}

        /**
         * A change of a file.
         *
         * @param oldText empty where the file is new
         * @param newText empty where the file is deleted
         */
        record Diff(Path path, Optional<String> oldText, Optional<String> newText) implements Content {}

        /** A terminal of the host. */
        record Terminal(String terminalId) implements Content {}
    }

    /** Refuses a blank id with an {@link IllegalArgumentException}; copies its lists. */
    public ToolCall {
        Checks.text("tool call id", id);
        content = List.copyOf(content);
        locations = List.copyOf(locations);
    }

    /** A builder for a pending call of kind {@link Kind#OTHER}, titled by its id. */
    public static Builder builder(String id) {
        return new Builder(id);
    }

    /** A builder that starts from this state. */
    public Builder toBuilder() {
        Builder b = new Builder(id);
        b.title = title;
        b.kind = kind;
        b.status = status;
        b.content = content;
        b.locations = locations;
        b.input = input;
        b.output = output;
        b.tool = tool;
        b.command = command;
        b.mcpServer = mcpServer;
        b.sameAs = sameAs;
        return b;
    }

    /** Collects the parts of a {@link ToolCall}. Not for several threads. */
    public static final class Builder {
        private final String id;
        private String title;
        private Kind kind = Kind.OTHER;
        private Status status = Status.PENDING;
        private List<Content> content = List.of();
        private List<Location> locations = List.of();
        private Optional<RawJson> input = Optional.empty();
        private Optional<RawJson> output = Optional.empty();
        private Optional<String> tool = Optional.empty();
        private Optional<String> command = Optional.empty();
        private Optional<String> mcpServer = Optional.empty();
        private Optional<String> sameAs = Optional.empty();

        private Builder(String id) {
            this.id = id;
            title = id;
        }

        /** What a person reads. */
        public Builder title(String text) {
            title = text;
            return this;
        }

        /** What it does. */
        public Builder kind(Kind value) {
            kind = value;
            return this;
        }

        /** How far it is. */
        public Builder status(Status value) {
            status = value;
            return this;
        }

        /** What it shows; replaces what was there. */
        public Builder content(List<Content> list) {
            content = list;
            return this;
        }

        /** The files it touches; replaces what was there. */
        public Builder locations(List<Location> list) {
            locations = list;
            return this;
        }

        /** Its arguments. */
        public Builder input(RawJson json) {
            input = Optional.of(json);
            return this;
        }

        /** Its result. */
        public Builder output(RawJson json) {
            output = Optional.of(json);
            return this;
        }

        /** The tool's own name. */
        public Builder tool(String name) {
            tool = Optional.of(name);
            return this;
        }

        /** The command line. */
        public Builder command(String line) {
            command = Optional.of(line);
            return this;
        }

        /** The server that the tool belongs to. */
        public Builder mcpServer(String name) {
            mcpServer = Optional.of(name);
            return this;
        }

        /** The id of the call that this one is told of once more. */
        public Builder sameAs(String first) {
            sameAs = Optional.of(first);
            return this;
        }

        /** The call. */
        public ToolCall build() {
            return new ToolCall(
                    id, title, kind, status, content, locations, input, output, tool, command, mcpServer, sameAs);
        }
    }
}
