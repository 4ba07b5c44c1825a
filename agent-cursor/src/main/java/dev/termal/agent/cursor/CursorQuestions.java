package dev.termal.agent.cursor;

import dev.termal.api.AgentEvent;
import dev.termal.api.Answer;
import dev.termal.api.FollowUp;
import dev.termal.api.Prompt;
import dev.termal.api.Question;
import dev.termal.api.RawJson;
import dev.termal.api.spi.VendorReply;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What Cursor asks a person: questions with choices, and whether a plan shall be carried out.
 *
 * <p>Answers stand one level deeper than the protocol's own, {@code {"outcome":{"outcome":"accepted"}}}: a flat one counts as
 * cancelled.
 */
final class CursorQuestions {
    private static final String CARRY_OUT = "The plan is accepted. Carry it out.";
    private static final AtomicLong ASKED = new AtomicLong();

    private CursorQuestions() {}

    /** {@code cursor/ask_question} */
    static VendorReply ask(JsonNode params) {
        List<Question.Field> fields = params.path("questions")
                .valueStream()
                .flatMap(question -> field(question).stream())
                .toList();
        if (fields.isEmpty()) {
            return VendorReply.of(outcome("skipped", more -> more.put("reason", "nothing was asked")));
        }
        Question question =
                new Question(id(params), params.path("title").asString(""), "", fields, Optional.empty(), true);
        return new VendorReply.Ask(question, List.of(), answer -> reply(answered(answer, fields)));
    }

    private static Optional<Question.Field> field(JsonNode question) {
        String id = question.path("id").asString("");
        List<Question.Choice> choices = question.path("options")
                .valueStream()
                .filter(option -> !option.path("id").asString("").isBlank())
                .map(CursorQuestions::choice)
                .toList();
        return id.isBlank() || choices.isEmpty()
                ? Optional.empty()
                : Optional.of(new Question.Field(
                        id,
                        question.path("prompt").asString(id),
                        "",
                        Question.Type.CHOICE,
                        question.path("allowMultiple").asBoolean(false),
                        choices,
                        true,
                        List.of(),
                        Question.Bounds.NONE));
    }

    private static Question.Choice choice(JsonNode option) {
        String id = option.path("id").asString("");
        return new Question.Choice(id, option.path("label").asString(id), "");
    }

    private static RawJson answered(Answer answer, List<Question.Field> fields) {
        if (answer instanceof Answer.Accepted accepted) {
            return outcome("answered", more -> {
                ArrayNode answers = more.putArray("answers");
                for (Question.Field field : fields) {
                    ArrayNode chosen =
                            answers.addObject().put("questionId", field.id()).putArray("selectedOptionIds");
                    accepted.values().getOrDefault(field.id(), List.of()).forEach(chosen::add);
                }
            });
        }
        return refused("skipped", answer);
    }

    /** {@code cursor/create_plan} */
    static VendorReply plan(JsonNode params, CursorTodos todos) {
        String text = Stream.of("overview", "plan")
                .map(part -> params.path(part).asString(""))
                .filter(part -> !part.isBlank())
                .collect(Collectors.joining("\n\n"));
        Question question =
                new Question(id(params), params.path("name").asString("Plan"), text, List.of(), Optional.empty(), true);
        return new VendorReply.Ask(question, entries(params, todos), CursorQuestions::decided);
    }

    /** The todos of the plan, and those of its phases where it has such. */
    private static List<AgentEvent> entries(JsonNode params, CursorTodos todos) {
        ArrayNode all = JsonMapper.shared().createArrayNode();
        params.path("todos").forEach(all::add);
        params.path("phases").forEach(phase -> phase.path("todos").forEach(all::add));
        return all.isEmpty() ? List.of() : List.of(todos.update(all, false));
    }

    /** The agent stays in its planning mode and at rest, so an accepted plan takes it out and sets it to work. */
    private static VendorReply.Reply decided(Answer answer) {
        return answer instanceof Answer.Accepted
                ? new VendorReply.Reply(
                        outcome("accepted", more -> {}),
                        List.of(),
                        Optional.of(new FollowUp(Optional.of("agent"), Optional.of(Prompt.of(CARRY_OUT)))))
                : reply(refused("rejected", answer));
    }

    private static RawJson refused(String word, Answer answer) {
        return answer instanceof Answer.Declined declined
                ? outcome(word, more -> {
                    if (!declined.reason().isBlank()) {
                        more.put("reason", declined.reason());
                    }
                })
                : outcome("cancelled", more -> {});
    }

    private static RawJson outcome(String word, Consumer<ObjectNode> more) {
        ObjectNode reply = JsonMapper.shared().createObjectNode();
        more.accept(reply.putObject("outcome").put("outcome", word));
        return new RawJson(JsonMapper.shared().writeValueAsString(reply));
    }

    private static VendorReply.Reply reply(RawJson result) {
        return new VendorReply.Reply(result, List.of(), Optional.empty());
    }

    /** Unique, as the agent may ask for the same tool call again. */
    private static String id(JsonNode params) {
        return "cursor-" + ASKED.incrementAndGet() + "-"
                + params.path("toolCallId").asString("question");
    }
}
