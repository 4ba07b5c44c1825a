package dev.termal.host.mcp;

import dev.termal.api.AgentException;
import dev.termal.api.ContentBlock;
import dev.termal.api.spi.HostTool;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

/** What agents are told of calls, and what of a tool's result they get. Pure. */
final class CallTexts {
    /** Of all texts of a result together, in characters. */
    static final int MAX_TEXT = 1024 * 1024;

    /** Of all pictures of a result together, in characters of base64. */
    static final int MAX_IMAGES = 8 * 1024 * 1024;

    /** Of what is shown to the person. */
    private static final int MAX_SHOWN = 16 * 1024;

    private CallTexts() {}

    static HostTool.Result error(String why) {
        return HostTool.Result.error("Error: " + why);
    }

    static HostTool.Result stillRunning(String tool, String callId) {
        return HostTool.Result.text("STILL RUNNING: " + tool + " takes longer. Call " + PollTool.NAME + " with {\""
                + PollTool.CALL_ID + "\": \"" + callId + "\"} for its result; do not call " + tool + " again for it.");
    }

    /** What a tool threw, in one line. */
    static HostTool.Result failed(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        boolean forPeople = cause instanceof IllegalArgumentException || cause instanceof AgentException;
        String text = String.valueOf(cause.getMessage());
        return error((forPeople ? text : cause.getClass().getSimpleName() + ": " + text).replaceAll("\\R+", " "));
    }

    /** A result with its pictures first, what is malformed or too much left out. */
    static HostTool.Result bounded(HostTool.Result result) {
        List<ContentBlock> content = new ArrayList<>();
        int images = 0;
        for (ContentBlock block : result.content()) {
            if (block instanceof ContentBlock.Image image && isPicture(image)) {
                images += image.base64().length();
                if (images <= MAX_IMAGES) {
                    content.add(image);
                }
            }
        }
        int left = MAX_TEXT;
        for (ContentBlock block : result.content()) {
            if (block instanceof ContentBlock.Text text) {
                content.add(ContentBlock.text(cut(text.text(), left)));
                left = Math.max(0, left - text.text().length());
            }
        }
        if (images > MAX_IMAGES) {
            content.add(ContentBlock.text("[pictures were left out: they are too large]"));
        }
        return new HostTool.Result(
                content.isEmpty() ? List.of(ContentBlock.text("[no output]")) : content, result.isError());
    }

    private static boolean isPicture(ContentBlock.Image image) {
        try {
            return image.mimeType() != null
                    && image.mimeType().startsWith("image/")
                    && Base64.getDecoder().decode(image.base64()).length > 0;
        } catch (IllegalArgumentException | NullPointerException e) {
            return false;
        }
    }

    static String text(HostTool.Result result) {
        return result.content().stream()
                .filter(ContentBlock.Text.class::isInstance)
                .map(block -> ((ContentBlock.Text) block).text())
                .collect(Collectors.joining("\n"));
    }

    static String shown(HostTool.Result result) {
        return cut(text(result), MAX_SHOWN);
    }

    /** The prompt by which a result reaches an agent whose call could not be answered. */
    static String late(String tool, String callId, String why, HostTool.Result result) {
        return "Late result of the host's tool " + tool + " (call " + callId
                + "), which could not be given as the answer of"
                + " your call: " + why + ". "
                + (result.isError() ? "It reported an error:" : "It says:") + "\n\n" + text(result);
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "\n[the rest was left out]";
    }
}
