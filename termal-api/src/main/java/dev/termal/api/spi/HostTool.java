package dev.termal.api.spi;

import dev.termal.api.ContentBlock;
import dev.termal.api.RawJson;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** One tool of the host that an agent may call. Implemented by plugins; called from any thread, several calls at once. */
public interface HostTool {
    /** Its name, unique among the tools lent: letters, digits, {@code _}. */
    String name();

    /** What it does, for the model. */
    String description();

    /** The JSON Schema of its arguments. */
    RawJson schema();

    /**
     * Runs it. A failure of the stage becomes an error result in one line; the stage is cancelled when the agent withdraws
     * the call or the session ends.
     *
     * @param arguments an object that was checked against the schema
     */
    CompletionStage<Result> call(RawJson arguments, Context context);

    /** What a tool gives back: text and pictures. */
    record Result(List<ContentBlock> content, boolean isError) {
        /** Copies its list. */
        public Result {
            content = List.copyOf(content);
        }

        /** A good result in text. */
        public static Result text(String text) {
            return new Result(List.of(ContentBlock.text(text)), false);
        }
    }

    /** For whom a tool runs. Implemented by the host. */
    interface Context {
        /** The folders that the session may see; the first is its working folder. */
        List<Path> folders();

        /** The host's key of the session. */
        String session();
    }
}
