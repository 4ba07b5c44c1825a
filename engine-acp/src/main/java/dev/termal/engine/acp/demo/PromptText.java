package dev.termal.engine.acp.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Reads the blocks of a prompt. Pure. */
final class PromptText {
    private PromptText() {}

    private static List<String> texts(JsonNode blocks) {
        List<String> texts = new ArrayList<>();
        for (JsonNode block : blocks) {
            if (block.path("type").asString("").equals("text")) {
                texts.add(block.path("text").asString(""));
            }
        }
        return texts;
    }

    /** All text. */
    static String all(JsonNode blocks) {
        return texts(blocks).stream().collect(Collectors.joining("\n"));
    }

    /** The last block of text, in which a person's own words stand; what comes before it may be a program's. */
    static String last(JsonNode blocks) {
        List<String> texts = texts(blocks);
        return texts.isEmpty() ? "" : texts.get(texts.size() - 1);
    }

    /** What is no text, in words. */
    static List<String> attachments(JsonNode blocks) {
        List<String> attachments = new ArrayList<>();
        for (JsonNode block : blocks) {
            String type = block.path("type").asString("");
            JsonNode resource = block.path("resource");
            switch (type) {
                case "text" -> {}
                case "image", "audio" ->
                    attachments.add(type + " " + block.path("mimeType").asString("") + ", " + bytes(block.path("data"))
                            + " bytes");
                case "resource_link" ->
                    attachments.add("a link to " + block.path("uri").asString(""));
                case "resource" ->
                    attachments.add("the content of " + resource.path("uri").asString("") + ", "
                            + (resource.has("blob")
                                    ? bytes(resource.path("blob")) + " bytes"
                                    : resource.path("text").asString("").length() + " characters"));
                default -> attachments.add("something of type \"" + type + "\"");
            }
        }
        return attachments;
    }

    private static long bytes(JsonNode base64) {
        return base64.asString("").replace("=", "").length() * 3L / 4;
    }
}
