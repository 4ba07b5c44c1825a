package dev.termal.host.prompt;

import dev.termal.api.Capabilities;
import dev.termal.api.ContentBlock;
import dev.termal.api.Feature;
import dev.termal.api.Prompt;
import dev.termal.api.SessionState;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes what an agent is sent of what a person asked. Pure.
 *
 * <p>Pictures and sounds come first, then what the agent has missed, then files, then words; each in the order in which the
 * person gave them. A prompt that calls one of the agent's own commands is sent as it is, since agents know a command only at
 * the beginning.
 */
public final class PromptAssembly {
    private static final Optional<String> MARKDOWN = Optional.of("text/markdown");

    private PromptAssembly() {}

    /** Whether a prompt calls a command that the agent has. */
    public static boolean isCommand(Prompt asked, SessionState state) {
        String text = asked.text().stripLeading();
        if (!text.startsWith("/")) {
            return false;
        }
        String word = text.substring(1).split("\\s", 2)[0];
        return state.commands().stream().anyMatch(command -> command.name().equals(word));
    }

    /**
     * The prompt to send.
     *
     * @param missed what to tell the agent before, if anything
     * @param turn the number of the turn: no two things told of one session may seem the same to an agent that keeps them
     */
    public static Prompt of(Prompt asked, Optional<String> missed, int turn, Capabilities capabilities) {
        List<ContentBlock> first = new ArrayList<>();
        List<ContentBlock> files = new ArrayList<>();
        List<ContentBlock> words = new ArrayList<>();
        for (ContentBlock block : asked.blocks()) {
            if (block instanceof ContentBlock.Image || block instanceof ContentBlock.Audio) {
                first.add(block);
            } else if (block instanceof ContentBlock.Text) {
                words.add(block);
            } else {
                files.add(block);
            }
        }
        missed.map(text -> told(text, turn, capabilities)).ifPresent(first::add);
        first.addAll(files);
        first.addAll(words);
        return new Prompt(first);
    }

    private static ContentBlock told(String text, int turn, Capabilities capabilities) {
        return capabilities.has(Feature.EMBEDDED_CONTEXT)
                ? new ContentBlock.TextResource(URI.create("urn:termal:missed/" + turn), MARKDOWN, text)
                : ContentBlock.text(text);
    }
}
