package dev.termal.host.prompt;

import dev.termal.api.Capabilities;
import dev.termal.api.ContentBlock;
import dev.termal.api.Feature;
import dev.termal.api.Prompt;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes what an agent is sent of what a person asked. Pure.
 *
 * <p>Pictures and sounds come first, then which skills there are, then what the agent has missed, then files, then words; each in the
 * order in which the person gave them. A prompt that calls one of the agent's own commands is to be sent as it is, since agents know
 * a command only at the beginning.
 */
public final class PromptAssembly {
    private static final Optional<String> MARKDOWN = Optional.of("text/markdown");

    private PromptAssembly() {}

    /**
     * The prompt to send.
     *
     * @param skills which skills there are, if the agent is to be told
     * @param missed what to tell the agent of what was before, if anything
     * @param turn the number of the turn: no two things told of one session may seem the same to an agent that keeps them
     */
    public static Prompt of(
            Prompt asked, Optional<String> skills, Optional<String> missed, int turn, Capabilities capabilities) {
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
        skills.map(text -> told(text, "skills/" + turn, capabilities)).ifPresent(first::add);
        missed.map(text -> told(text, "missed/" + turn, capabilities)).ifPresent(first::add);
        first.addAll(files);
        first.addAll(words);
        return new Prompt(first);
    }

    private static ContentBlock told(String text, String what, Capabilities capabilities) {
        return capabilities.has(Feature.EMBEDDED_CONTEXT)
                ? new ContentBlock.TextResource(URI.create("urn:termal:" + what), MARKDOWN, text)
                : ContentBlock.text(text);
    }
}
