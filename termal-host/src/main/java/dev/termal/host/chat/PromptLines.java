package dev.termal.host.chat;

import dev.termal.api.ContentBlock;
import dev.termal.api.Prompt;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A prompt as its sender sees it again: its text, and what goes with it by name. */
final class PromptLines {
    private static final int MAX_LINES = 30;

    private PromptLines() {}

    static String of(Prompt prompt) {
        List<String> lines =
                new ArrayList<>(prompt.text().lines().limit(MAX_LINES).toList());
        long all = prompt.text().lines().count();
        if (all > MAX_LINES) {
            lines.add("… " + (all - MAX_LINES) + " more lines");
        }
        for (ContentBlock block : prompt.blocks()) {
            if (block instanceof ContentBlock.Image image) {
                lines.add("[picture, " + image.mimeType() + "]");
            } else if (block instanceof ContentBlock.TextResource file) {
                lines.add("[file " + name(file.uri().getPath()) + "]");
            } else if (block instanceof ContentBlock.BlobResource file) {
                lines.add("[file " + name(file.uri().getPath()) + "]");
            }
        }
        return String.join("\n", lines);
    }

    private static String name(String path) {
        return String.valueOf(Path.of(path).getFileName());
    }
}
