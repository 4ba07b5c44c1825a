package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.PlanEntry;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import java.util.List;
import java.util.Optional;

/** About how many characters an entry keeps in memory. Pure. */
final class EntryWeight {
    /** For the objects around the text. */
    private static final long FRAME = 100;

    private EntryWeight() {}

    static long of(EntryBody body) {
        if (body instanceof EntryBody.Said said) {
            return FRAME + of(said.event());
        } else if (body instanceof EntryBody.TurnStarted started) {
            return FRAME + of(started.prompt().blocks());
        } else if (body instanceof EntryBody.TurnEnded ended) {
            return FRAME + ended.report().text().length();
        } else if (body instanceof EntryBody.PermissionRequested requested) {
            return FRAME + of(requested.request().toolCall());
        } else if (body instanceof EntryBody.QuestionAsked asked) {
            return FRAME + asked.question().text().length();
        } else {
            return FRAME;
        }
    }

    private static long of(AgentEvent event) {
        if (event instanceof AgentEvent.MessageChunk chunk) {
            return of(chunk.delta());
        } else if (event instanceof AgentEvent.ThoughtChunk thought) {
            return thought.delta().map(EntryWeight::of).orElse(0L);
        } else if (event instanceof AgentEvent.ToolCallUpdate update) {
            return of(update.call());
        } else if (event instanceof AgentEvent.PlanUpdate plan) {
            return plan.entries().stream()
                    .map(PlanEntry::text)
                    .mapToLong(String::length)
                    .sum();
        } else if (event instanceof AgentEvent.Extension extension) {
            return of(Optional.of(extension.payload()));
        } else if (event instanceof AgentEvent.Replayed replayed) {
            return of(replayed.event());
        } else {
            return 0;
        }
    }

    private static long of(ToolCall call) {
        long content = call.content().stream().mapToLong(EntryWeight::of).sum();
        return content + of(call.input()) + of(call.output()) + call.title().length();
    }

    private static long of(ToolCall.Content content) {
        if (content instanceof ToolCall.Content.Block block) {
            return of(block.block());
        } else if (content instanceof ToolCall.Content.Diff diff) {
            return length(diff.oldText()) + length(diff.newText());
        } else {
            return 0;
        }
    }

    private static long length(Optional<String> text) {
        return text.map(String::length).orElse(0);
    }

    private static long of(List<ContentBlock> blocks) {
        return blocks.stream().mapToLong(EntryWeight::of).sum();
    }

    private static long of(ContentBlock block) {
        if (block instanceof ContentBlock.Text text) {
            return text.text().length();
        } else if (block instanceof ContentBlock.Image image) {
            return image.base64().length();
        } else if (block instanceof ContentBlock.Audio audio) {
            return audio.base64().length();
        } else if (block instanceof ContentBlock.TextResource resource) {
            return resource.text().length();
        } else if (block instanceof ContentBlock.BlobResource blob) {
            return blob.base64().length();
        } else if (block instanceof ContentBlock.Unknown unknown) {
            return of(Optional.of(unknown.json()));
        } else {
            return 0;
        }
    }

    private static long of(Optional<RawJson> json) {
        return json.map(each -> each.text().length()).orElse(0);
    }
}
