package dev.termal.engine.acp;

import dev.termal.api.AgentException;
import dev.termal.api.Capabilities;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.Prompt;
import java.net.URI;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Content blocks from and to the wire. */
final class ContentMapper {
    private ContentMapper() {}

    /** A block; what is understood only in part is kept whole as {@link ContentBlock.Unknown}. */
    static Optional<ContentBlock> read(JsonNode node) {
        return Json.word(node, "type")
                .map(type -> known(type, node).orElseGet(() -> new ContentBlock.Unknown(type, Json.raw(node))));
    }

    private static Optional<ContentBlock> known(String type, JsonNode node) {
        return switch (type) {
            case "text" -> Json.text(node, "text").map(ContentBlock.Text::new);
            case "image" -> bytes(node, "data").map(data -> new ContentBlock.Image(mimeType(node), data));
            case "audio" -> bytes(node, "data").map(data -> new ContentBlock.Audio(mimeType(node), data));
            case "resource_link" ->
                Json.uri(node, "uri")
                        .map(uri -> new ContentBlock.ResourceLink(
                                Json.text(node, "name").orElse(uri.toString()), uri, Json.word(node, "mimeType")));
            case "resource" -> resource(node.path("resource"));
            default -> Optional.empty();
        };
    }

    private static Optional<ContentBlock> resource(JsonNode node) {
        Optional<URI> uri = Json.uri(node, "uri");
        Optional<String> mimeType = Json.word(node, "mimeType");
        Optional<String> text = Json.text(node, "text");
        if (uri.isPresent() && text.isPresent()) {
            return Optional.of(new ContentBlock.TextResource(uri.get(), mimeType, text.get()));
        }
        return uri.flatMap(at -> bytes(node, "blob").map(blob -> new ContentBlock.BlobResource(at, mimeType, blob)));
    }

    private static Optional<String> bytes(JsonNode node, String field) {
        return Json.text(node, field);
    }

    private static String mimeType(JsonNode node) {
        return Json.word(node, "mimeType").orElse("application/octet-stream");
    }

    /** A prompt's blocks; what the agent does not take is refused before anything is sent. */
    static ArrayNode write(Prompt prompt, Capabilities capabilities) {
        ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
        prompt.blocks().forEach(block -> blocks.add(write(block, capabilities)));
        return blocks;
    }

    private static ObjectNode write(ContentBlock block, Capabilities capabilities) {
        ObjectNode node = Json.object();
        if (block instanceof ContentBlock.Text text) {
            return node.put("type", "text").put("text", text.text());
        }
        if (block instanceof ContentBlock.Image image) {
            require(capabilities, Feature.IMAGE, "pictures");
            return node.put("type", "image").put("mimeType", image.mimeType()).put("data", image.base64());
        }
        if (block instanceof ContentBlock.Audio audio) {
            require(capabilities, Feature.AUDIO, "sounds");
            return node.put("type", "audio").put("mimeType", audio.mimeType()).put("data", audio.base64());
        }
        if (block instanceof ContentBlock.ResourceLink link) {
            node.put("type", "resource_link").put("uri", link.uri().toString()).put("name", link.name());
            link.mimeType().ifPresent(type -> node.put("mimeType", type));
            return node;
        }
        if (block instanceof ContentBlock.TextResource resource) {
            ObjectNode inner = embedded(node, resource.uri(), resource.mimeType(), capabilities);
            inner.put("text", resource.text());
            return node;
        }
        if (block instanceof ContentBlock.BlobResource resource) {
            ObjectNode inner = embedded(node, resource.uri(), resource.mimeType(), capabilities);
            inner.put("blob", resource.base64());
            return node;
        }
        throw new AgentException(ErrorCode.UNSUPPORTED, "a prompt cannot hold content of an unknown kind");
    }

    private static ObjectNode embedded(ObjectNode node, URI uri, Optional<String> mimeType, Capabilities capabilities) {
        require(capabilities, Feature.EMBEDDED_CONTEXT, "embedded resources; send a link or text instead");
        ObjectNode inner = node.put("type", "resource").putObject("resource").put("uri", uri.toString());
        mimeType.ifPresent(type -> inner.put("mimeType", type));
        return inner;
    }

    private static void require(Capabilities capabilities, Feature feature, String what) {
        if (!capabilities.has(feature)) {
            throw new AgentException(ErrorCode.UNSUPPORTED, "this agent does not take " + what);
        }
    }
}
