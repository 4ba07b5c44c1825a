package dev.termal.api;

import java.util.List;
import java.util.Optional;

/**
 * The slow-moving facts of a session; a new value replaces the old one whole.
 *
 * @param title the conversation's title, by the agent
 * @param mode the current mode's id
 * @param modes the modes there are, in the agent's order
 * @param options further settings, the model among them, in the agent's order
 * @param commands what a prompt may begin with, without the slash
 */
public record SessionState(
        Optional<String> title, Optional<String> mode, List<Mode> modes, List<Option> options, List<Command> commands) {

    /** Nothing known. */
    public static final SessionState EMPTY =
            new SessionState(Optional.empty(), Optional.empty(), List.of(), List.of(), List.of());

    /** A way in which the agent works, such as planning only. */
    public record Mode(String id, String name, String description) {}

    /** Something that a prompt may begin with; {@code hint} says what may follow. */
    public record Command(String name, String description, Optional<String> hint) {}

    /**
     * A setting of the session.
     *
     * @param value the current choice's value; {@code true} or {@code false} for a switch
     * @param choices empty for a switch ({@code type} {@link Type#BOOLEAN})
     */
    public record Option(
            String id,
            String name,
            String description,
            Category category,
            Type type,
            String value,
            List<Choice> choices) {
        /** Copies its list. */
        public Option {
            choices = List.copyOf(choices);
        }
    }

    /** One value that an option can take; {@code group} is empty where choices are not grouped. */
    public record Choice(String value, String name, String description, String group) {}

    /** Whether an option is chosen from a list or switched. */
    public enum Type {
        /** One of the choices. */
        SELECT,
        /** On or off. */
        BOOLEAN
    }

    /** What an option is about. */
    public enum Category {
        /** Which model answers. */
        MODEL,
        /** How the agent works. */
        MODE,
        /** How much the model thinks. */
        THOUGHT_LEVEL,
        /** Anything else. */
        OTHER
    }

    /** Copies its lists. */
    public SessionState {
        modes = List.copyOf(modes);
        options = List.copyOf(options);
        commands = List.copyOf(commands);
    }

    /** Whether a prompt calls one of the commands: it begins with a slash and the command's name. */
    public boolean isCommand(Prompt prompt) {
        String text = prompt.text().stripLeading();
        if (!text.startsWith("/")) {
            return false;
        }
        String word = text.substring(1).split("\\s", 2)[0];
        return commands.stream().anyMatch(command -> command.name().equals(word));
    }

    /** The first option of a category. */
    public Optional<Option> option(Category category) {
        return options.stream().filter(o -> o.category() == category).findFirst();
    }

    /** The option with an id. */
    public Optional<Option> option(String id) {
        return options.stream().filter(o -> o.id().equals(id)).findFirst();
    }

    /** The same with another title. */
    public SessionState withTitle(Optional<String> newTitle) {
        return new SessionState(newTitle, mode, modes, options, commands);
    }

    /** The same in another mode. */
    public SessionState withMode(Optional<String> newMode) {
        return new SessionState(title, newMode, modes, options, commands);
    }

    /** The same with other modes to choose from. */
    public SessionState withModes(Optional<String> newMode, List<Mode> newModes) {
        return new SessionState(title, newMode, newModes, options, commands);
    }

    /** The same with other options. */
    public SessionState withOptions(List<Option> newOptions) {
        return new SessionState(title, mode, modes, newOptions, commands);
    }

    /** The same with other commands. */
    public SessionState withCommands(List<Command> newCommands) {
        return new SessionState(title, mode, modes, options, newCommands);
    }
}
