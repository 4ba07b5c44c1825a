package dev.termal.api.spi;

import dev.termal.api.Answer;
import dev.termal.api.ContentBlock;
import dev.termal.api.Question;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** One tool of the host that an agent may call. Implemented by plugins; called from any thread, several calls at once. */
public interface HostTool {
    /** Its name, unique among the tools lent: letters, digits, {@code _}. */
    String name();

    /** What it does, for the model. */
    String description();

    /** The JSON Schema of its arguments, an object; what is no such schema allows any object. */
    RawJson schema();

    /** What it does, for permission policies and for people; what is of kind READ, SEARCH or THINK must change nothing. */
    default ToolCall.Kind kind() {
        return ToolCall.Kind.OTHER;
    }

    /**
     * Runs it; may block. A failure, thrown or of the stage, becomes an error result in one line. The stage is cancelled, and a
     * thread that still blocks here interrupted, when the agent withdraws the call, the turn is cancelled or the session ends.
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

        /** An error in text. */
        public static Result error(String text) {
            return new Result(List.of(ContentBlock.text(text)), true);
        }
    }

    /** For whom a tool runs. Implemented by the host. */
    interface Context {
        /** The folders that the session may see; the first is its working folder. */
        List<Path> folders();

        /** The host's key of the session. */
        String session();

        /**
         * Asks the person of the session; where nobody is there, the stage completes with a refusal.
         *
         * @param text what is asked, in Markdown
         */
        CompletionStage<Answer> ask(String title, String text, List<Question.Field> fields);
    }
}
