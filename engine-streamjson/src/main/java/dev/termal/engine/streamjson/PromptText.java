package dev.termal.engine.streamjson;

import dev.termal.api.AgentException;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prompts for agents that take nothing but text: links and texts from elsewhere are written into it. */
final class PromptText {
    private PromptText() {}

    /**
     * The prompt in text alone.
     *
     * @param preamble what stands before it
     * @throws AgentException {@link ErrorCode#UNSUPPORTED} for what cannot be written as text
     */
    static Prompt of(Prompt prompt, Optional<String> preamble) {
        List<ContentBlock> blocks = new ArrayList<>();
        preamble.map(ContentBlock::text).ifPresent(blocks::add);
        prompt.blocks().forEach(block -> blocks.add(ContentBlock.text(text(block))));
        return new Prompt(blocks);
    }

    private static String text(ContentBlock block) {
        if (block instanceof ContentBlock.Text text) {
            return text.text();
        }
        if (block instanceof ContentBlock.ResourceLink link) {
            return "[" + link.name() + "](" + link.uri() + ")";
        }
        if (block instanceof ContentBlock.TextResource resource) {
            return "<resource uri=\"" + resource.uri() + "\">\n" + resource.text() + "\n</resource>";
        }
        throw new AgentException(
                ErrorCode.UNSUPPORTED,
                "this agent takes text only, no "
                        + block.getClass().getSimpleName().toLowerCase(Locale.ROOT)
                        + "; name a file in the text instead");
    }
}
