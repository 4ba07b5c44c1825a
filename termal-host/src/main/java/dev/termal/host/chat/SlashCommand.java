package dev.termal.host.chat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a person can tell the chat itself; the agent has commands of its own beside these. */
enum SlashCommand {
    HELP("", "keys and commands"),
    STATUS("", "the session, and how things stand"),
    MODEL("[MODEL]", "shows the models, or takes one"),
    MODE("[MODE]", "shows the agent's modes, or takes one"),
    EFFORT("[EFFORT]", "shows or sets how much the model thinks"),
    OPTION("[ID VALUE]", "shows or sets the agent's options"),
    PERMISSIONS("[POLICY]", "shows or sets what is allowed without asking"),
    AGENT("[AGENT]", "shows the agents, or starts with another one"),
    ENGINE("[ENGINE]", "shows the ways to talk to the agent, or takes another one"),
    NEW("", "starts a new conversation"),
    SESSIONS("", "the conversations of this folder that are kept"),
    RESUME("SESSION", "goes on with another conversation"),
    QUEUE("[clear]", "shows or clears the prompts that wait"),
    EXPORT("[FILE]", "writes the conversation to a file, as Markdown"),
    AUTH("", "which agents are signed in, and how to sign in"),
    DOCTOR("", "examines the host and the agents"),
    QUIT("", "ends the chat");

    private final String argument;
    private final String text;

    SlashCommand(String argument, String text) {
        this.argument = argument;
        this.text = text;
    }

    String typed() {
        return "/" + name().toLowerCase(Locale.ROOT);
    }

    String argument() {
        return argument;
    }

    String text() {
        return text;
    }

    static List<String> all() {
        return Stream.of(values()).map(SlashCommand::typed).toList();
    }

    static Optional<SlashCommand> of(String word) {
        return List.of(values()).stream()
                .filter(each ->
                        each.typed().equals(word.toLowerCase(Locale.ROOT)) || (each == QUIT && word.equals("/exit")))
                .findFirst();
    }
}
