package dev.termal.engine.streamjson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.termal.api.AgentException;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PromptTextTest {
    @Test
    @Tag("R-AG-165")
    void whatHasTextIsWrittenAsText() {
        Prompt prompt = new Prompt(List.of(
                ContentBlock.text("look"),
                new ContentBlock.ResourceLink("a.txt", URI.create("file:///w/a.txt"), Optional.empty()),
                new ContentBlock.TextResource(URI.create("urn:digest/1"), Optional.empty(), "the past")));
        assertEquals("""
                Be brief.

                look

                [a.txt](file:///w/a.txt)

                <resource uri="urn:digest/1">
                the past
                </resource>""", PromptText.of(prompt, Optional.of("Be brief.")).text());
    }

    @Test
    @Tag("R-AG-164")
    void whatHasNoTextIsRefused() {
        for (ContentBlock block : List.of(
                new ContentBlock.Image("image/png", "AAAA"),
                new ContentBlock.Audio("audio/wav", "AAAA"),
                new ContentBlock.BlobResource(URI.create("file:///w/a"), Optional.empty(), "AAAA"))) {
            AgentException refused = assertThrows(
                    AgentException.class, () -> PromptText.of(new Prompt(List.of(block)), Optional.empty()));
            assertEquals(ErrorCode.UNSUPPORTED, refused.code());
        }
    }
}
