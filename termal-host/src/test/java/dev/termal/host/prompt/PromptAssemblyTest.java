package dev.termal.host.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.Capabilities;
import dev.termal.api.ContentBlock;
import dev.termal.api.Feature;
import dev.termal.api.Prompt;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PromptAssemblyTest {
    private static final ContentBlock PICTURE = new ContentBlock.Image("image/png", "AAAA");
    private static final ContentBlock WORDS = ContentBlock.text("what is it?");
    private static final ContentBlock FILE =
            new ContentBlock.TextResource(URI.create("file:///a.txt"), Optional.empty(), "a");

    private static final Capabilities TAKES_RESOURCES = Capabilities.of(Feature.EMBEDDED_CONTEXT);

    @Test
    @Tag("R-AG-165")
    void picturesThenSkillsThenWhatWasMissedThenFilesThenWords() {
        Prompt asked = new Prompt(List.of(WORDS, FILE, PICTURE));

        assertEquals(
                List.of(
                        PICTURE,
                        new ContentBlock.TextResource(
                                URI.create("urn:termal:skills/3"), Optional.of("text/markdown"), "skills"),
                        new ContentBlock.TextResource(
                                URI.create("urn:termal:missed/3"), Optional.of("text/markdown"), "missed"),
                        FILE,
                        WORDS),
                PromptAssembly.of(asked, Optional.of("skills"), Optional.of("missed"), 3, TAKES_RESOURCES)
                        .blocks());
    }

    @Test
    @Tag("R-AG-165")
    void whereNothingCanBeEmbeddedItIsText() {
        assertEquals(
                List.of(ContentBlock.text("missed"), WORDS),
                PromptAssembly.of(
                                new Prompt(List.of(WORDS)),
                                Optional.empty(),
                                Optional.of("missed"),
                                3,
                                Capabilities.NONE)
                        .blocks());
    }

    @Test
    void aSystemPromptBeginsWithNoCommand() {
        assertTrue(SystemPrompt.framed("/compact").startsWith("Instructions"));
    }
}
