package dev.termal.host.json;

import dev.termal.api.ContentBlock;
import dev.termal.api.Prompt;
import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads a prompt that a program has written: strictly, unlike what an agent has said. */
public final class PromptReader {
    private static final Map<String, List<String>> NEEDED = Map.of(
            "text", List.of("text"),
            "image", List.of("mimeType", "data"),
            "audio", List.of("mimeType", "data"),
            "resource_link", List.of("name", "uri"),
            "resource", List.of("uri"));

    /** What a block can be. */
    public static final List<String> TYPES = List.of("text", "image", "audio", "resource_link", "resource");

    private static final Set<String> BYTES = Set.of("data", "blob");

    private PromptReader() {}

    /** Why a prompt cannot be taken: which part of it, and what is wrong there. */
    public static final class Mistake extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String place;

        Mistake(String place, String message) {
            super(message);
            this.place = place;
        }

        /** Where, such as {@code content[0].data}. */
        public String place() {
            return place;
        }
    }

    /** A prompt of content blocks; fails with a {@link Mistake}. */
    public static Prompt read(JsonNode content) {
        if (!content.isArray() || content.isEmpty()) {
            throw new Mistake("content", "must be a list of content blocks, and not an empty one");
        }
        List<ContentBlock> blocks = new ArrayList<>();
        for (JsonNode block : content) {
            String place = "content[" + blocks.size() + "]";
            check(new JsonFields(block), place);
            blocks.add(ContentReader.block(new JsonFields(block)));
        }
        Prompt prompt = new Prompt(blocks);
        if (prompt.text().isBlank() && blocks.stream().allMatch(ContentBlock.Text.class::isInstance)) {
            throw new Mistake("content", "says nothing");
        }
        return prompt;
    }

    private static void check(JsonFields block, String place) {
        String type = block.text("type");
        if (!NEEDED.containsKey(type)) {
            throw new Mistake(place + ".type", "must be one of " + String.join(", ", TYPES));
        }
        for (String name : NEEDED.getOrDefault(type, List.of())) {
            if (block.optional(name).isEmpty()) {
                throw new Mistake(place + "." + name, "must be a text");
            }
        }
        if (type.equals("resource")
                && block.optional("text").isPresent() == block.optional("blob").isPresent()) {
            throw new Mistake(place, "needs a text or a blob, and not both");
        }
        for (String name : BYTES) {
            block.optional(name).ifPresent(data -> base64(data, place + "." + name));
        }
        block.optional("uri").ifPresent(uri -> uri(uri, place + ".uri"));
    }

    private static void base64(String data, String place) {
        try {
            byte[] unused = Base64.getDecoder().decode(data);
        } catch (IllegalArgumentException broken) {
            throw new Mistake(place, "must be base64");
        }
    }

    private static void uri(String text, String place) {
        try {
            URI unused = URI.create(text);
        } catch (IllegalArgumentException broken) {
            throw new Mistake(place, "must be an address");
        }
    }
}
