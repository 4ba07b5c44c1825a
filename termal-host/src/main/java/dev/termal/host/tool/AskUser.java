package dev.termal.host.tool;

import dev.termal.api.Answer;
import dev.termal.api.Question;
import dev.termal.api.Question.Bounds;
import dev.termal.api.Question.Choice;
import dev.termal.api.Question.Field;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.HostTool;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Asks the person something, for agents that have no question of their own which would reach them. */
final class AskUser implements HostTool {
    private static final String FIELD = "answer";

    @Override
    public String name() {
        return "ask_user";
    }

    @Override
    public String description() {
        return "Asks the person who works with you a question and waits for the answer. Give choices where the answer is one of"
                + " a few.";
    }

    @Override
    public RawJson schema() {
        return new RawJson("""
                {"type":"object","required":["question"],"properties":{
                "question":{"type":"string","description":"What is asked, in Markdown."},
                "title":{"type":"string","description":"A short heading."},
                "choices":{"type":"array","items":{"type":"string"},"maxItems":50,"description":"The possible answers."},
                "multiple":{"type":"boolean","description":"Whether several choices may be taken."}}}""");
    }

    /** The person decides by answering. */
    @Override
    public ToolCall.Kind kind() {
        return ToolCall.Kind.THINK;
    }

    @Override
    public CompletionStage<Result> call(RawJson json, Context context) {
        Arguments arguments = new Arguments(json);
        List<String> choices = arguments.texts("choices");
        Field field = new Field(
                FIELD,
                "Answer",
                "",
                choices.isEmpty() ? Question.Type.TEXT : Question.Type.CHOICE,
                !choices.isEmpty() && arguments.isTrue("multiple"),
                choices.stream()
                        .distinct()
                        .map(choice -> new Choice(choice, choice, ""))
                        .toList(),
                true,
                List.of(),
                Bounds.NONE);
        return context.ask(arguments.text("title").orElse(""), arguments.needed("question"), List.of(field))
                .thenApply(answer -> Result.text(words(answer)));
    }

    private static String words(Answer answer) {
        if (answer instanceof Answer.Accepted accepted) {
            return String.join("\n", accepted.values().getOrDefault(FIELD, List.of()));
        } else if (answer instanceof Answer.Declined declined) {
            return "The person did not answer: " + declined.reason();
        }
        return "The person did not answer: the question was withdrawn.";
    }
}
