package dev.termal.host.prompt;

/** The text that a conversation begins with, between marks, so that an agent can tell it from the prompt behind it. */
public final class SystemPrompt {
    private SystemPrompt() {}

    /** The text between its marks; it begins with no word that could be a command. */
    public static String framed(String text) {
        return "Instructions for this conversation:\n\n" + text.strip() + "\n\n--- end of instructions ---";
    }
}
