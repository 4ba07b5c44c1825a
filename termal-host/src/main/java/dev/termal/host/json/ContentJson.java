package dev.termal.host.json;

import dev.termal.api.ContentBlock;
import dev.termal.api.PermissionOption;
import dev.termal.api.ToolCall;
import tools.jackson.databind.node.ObjectNode;

/** Content blocks and tool calls as JSON. */
final class ContentJson {
    private ContentJson() {}

    static ObjectNode block(ContentBlock block) {
        if (block instanceof ContentBlock.Text text) {
            return Fields.typed("text").put("text", text.text()).node();
        }
        if (block instanceof ContentBlock.Image image) {
            return bytes("image", image.mimeType(), image.base64());
        }
        if (block instanceof ContentBlock.Audio audio) {
            return bytes("audio", audio.mimeType(), audio.base64());
        }
        if (block instanceof ContentBlock.ResourceLink link) {
            return Fields.typed("resource_link")
                    .put("name", link.name())
                    .put("uri", link.uri().toString())
                    .put("mimeType", link.mimeType())
                    .node();
        }
        if (block instanceof ContentBlock.TextResource resource) {
            return Fields.typed("resource")
                    .put("uri", resource.uri().toString())
                    .put("mimeType", resource.mimeType())
                    .put("text", resource.text())
                    .node();
        }
        if (block instanceof ContentBlock.BlobResource resource) {
            return Fields.typed("resource")
                    .put("uri", resource.uri().toString())
                    .put("mimeType", resource.mimeType())
                    .put("blob", resource.base64())
                    .node();
        }
        if (block instanceof ContentBlock.Unknown unknown) {
            return Fields.typed("other")
                    .put("name", unknown.type())
                    .put("json", Json.parse(unknown.json()))
                    .node();
        }
        throw new IllegalArgumentException("no JSON for " + block.getClass());
    }

    private static ObjectNode bytes(String type, String mimeType, String base64) {
        return Fields.typed(type).put("mimeType", mimeType).put("data", base64).node();
    }

    static ObjectNode toolCall(ToolCall call) {
        return new Fields()
                .put("id", call.id())
                .put("title", call.title())
                .put("kind", call.kind())
                .put("status", call.status())
                .list("content", call.content(), ContentJson::content)
                .list("locations", call.locations(), ContentJson::location)
                .raw("input", call.input())
                .raw("output", call.output())
                .put("tool", call.tool())
                .put("command", call.command())
                .put("mcpServer", call.mcpServer())
                .put("sameAs", call.sameAs())
                .node();
    }

    private static ObjectNode content(ToolCall.Content content) {
        if (content instanceof ToolCall.Content.Block piece) {
            return block(piece.block());
        }
        if (content instanceof ToolCall.Content.Diff diff) {
            return Fields.typed("diff")
                    .put("path", diff.path().toString())
                    .put("oldText", diff.oldText())
                    .put("newText", diff.newText())
                    .node();
        }
        if (content instanceof ToolCall.Content.Terminal terminal) {
            return Fields.typed("terminal")
                    .put("terminalId", terminal.terminalId())
                    .node();
        }
        throw new IllegalArgumentException("no JSON for " + content.getClass());
    }

    private static ObjectNode location(ToolCall.Location location) {
        Fields fields = new Fields().put("path", location.path().toString());
        location.line().ifPresent(line -> fields.put("line", line));
        return fields.node();
    }

    static ObjectNode option(PermissionOption option) {
        return new Fields()
                .put("id", option.id())
                .put("name", option.name())
                .put("kind", option.kind())
                .node();
    }
}
