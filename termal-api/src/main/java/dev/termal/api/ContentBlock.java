package dev.termal.api;

import java.net.URI;
import java.util.Optional;

/**
 * One piece of a prompt, of an agent's message or of a tool's output (the protocols' "content block").
 *
 * <p>Engines refuse in prompts what their agent does not take, with {@link ErrorCode#UNSUPPORTED}.
 */
public sealed interface ContentBlock {
    /** Plain text or Markdown. */
    record Text(String text) implements ContentBlock {}

    /** A picture, its bytes in base64. */
    record Image(String mimeType, String base64) implements ContentBlock {}

    /** A sound, its bytes in base64. */
    record Audio(String mimeType, String base64) implements ContentBlock {}

    /** A thing that the agent may read by itself. */
    record ResourceLink(String name, URI uri, Optional<String> mimeType) implements ContentBlock {}

    /** A text sent along with where it is from. */
    record TextResource(URI uri, Optional<String> mimeType, String text) implements ContentBlock {}

    /** Bytes sent along, in base64, with where they are from. */
    record BlobResource(URI uri, Optional<String> mimeType, String base64) implements ContentBlock {}

    /** A kind of content that this version does not know, kept whole. */
    record Unknown(String type, RawJson json) implements ContentBlock {}

    /** Text as a block. */
    static ContentBlock text(String text) {
        return new Text(text);
    }
}
