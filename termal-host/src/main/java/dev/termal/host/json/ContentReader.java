package dev.termal.host.json;

import dev.termal.api.ContentBlock;
import dev.termal.api.PermissionOption;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import java.nio.file.Path;

/** Content blocks and tool calls from the JSON of {@link ContentJson}. */
final class ContentReader {
    private ContentReader() {}

    static ContentBlock block(JsonFields json) {
        return switch (json.text("type")) {
            case "text" -> new ContentBlock.Text(json.text("text"));
            case "image" -> new ContentBlock.Image(json.text("mimeType"), json.text("data"));
            case "audio" -> new ContentBlock.Audio(json.text("mimeType"), json.text("data"));
            case "resource_link" ->
                new ContentBlock.ResourceLink(json.text("name"), json.uri("uri"), json.optional("mimeType"));
            case "resource" -> resource(json);
            case "other" ->
                new ContentBlock.Unknown(json.text("name"), json.raw("json").orElse(new RawJson("null")));
            default -> new ContentBlock.Unknown(json.text("type"), new RawJson(Json.line(json.node())));
        };
    }

    private static ContentBlock resource(JsonFields json) {
        return json.optional("blob")
                .<ContentBlock>map(
                        blob -> new ContentBlock.BlobResource(json.uri("uri"), json.optional("mimeType"), blob))
                .orElseGet(() ->
                        new ContentBlock.TextResource(json.uri("uri"), json.optional("mimeType"), json.text("text")));
    }

    static ToolCall toolCall(JsonFields json) {
        ToolCall.Builder call = ToolCall.builder(json.optional("id").orElse("?"))
                .title(json.text("title"))
                .kind(json.word("kind", ToolCall.Kind.class, ToolCall.Kind.OTHER))
                .status(json.word("status", ToolCall.Status.class, ToolCall.Status.OTHER))
                .content(json.list("content", ContentReader::content))
                .locations(json.list(
                        "locations",
                        place -> new ToolCall.Location(Path.of(place.text("path")), place.integer("line"))));
        json.raw("input").ifPresent(call::input);
        json.raw("output").ifPresent(call::output);
        json.optional("tool").ifPresent(call::tool);
        json.optional("command").ifPresent(call::command);
        json.optional("mcpServer").ifPresent(call::mcpServer);
        json.optional("sameAs").ifPresent(call::sameAs);
        return call.build();
    }

    private static ToolCall.Content content(JsonFields json) {
        return switch (json.text("type")) {
            case "diff" ->
                new ToolCall.Content.Diff(
                        Path.of(json.text("path")), json.optional("oldText"), json.optional("newText"));
            case "terminal" -> new ToolCall.Content.Terminal(json.text("terminalId"));
            default -> new ToolCall.Content.Block(block(json));
        };
    }

    static PermissionOption option(JsonFields json) {
        return new PermissionOption(
                json.text("id"),
                json.text("name"),
                json.word("kind", PermissionOption.Kind.class, PermissionOption.Kind.OTHER));
    }
}
