package dev.termal.api;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a person or a program asks of an agent in one turn.
 *
 * @param blocks one or more, in the order in which the agent shall read them
 */
public record Prompt(List<ContentBlock> blocks) {
    /** Refuses an empty list with an {@link IllegalArgumentException}. */
    public Prompt {
        blocks = List.copyOf(blocks);
        if (blocks.isEmpty()) {
            throw new IllegalArgumentException("prompt has no content");
        }
    }

    /** A prompt of one text. */
    public static Prompt of(String text) {
        return new Prompt(List.of(ContentBlock.text(text)));
    }

    /** The text blocks alone, apart by a blank line; empty where there is none. */
    public String text() {
        return blocks.stream()
                .filter(ContentBlock.Text.class::isInstance)
                .map(block -> ((ContentBlock.Text) block).text())
                .collect(Collectors.joining("\n\n"));
    }
}
