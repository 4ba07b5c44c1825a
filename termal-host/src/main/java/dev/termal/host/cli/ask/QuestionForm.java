package dev.termal.host.cli.ask;

import dev.termal.api.Answer;
import dev.termal.api.Question;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks an agent's question, field by field. */
final class QuestionForm {
    /** What declines a question. */
    static final String DECLINE = ":no";

    private static final int MAX_TEXT = 8_000;
    private static final int MAX_LABEL = 200;

    private final Dialog dialog;
    private final Look look;

    QuestionForm(Dialog dialog) {
        this.dialog = dialog;
        look = dialog.look();
    }

    /** The person's answer; silence declines. */
    Answer answer(Question question) throws AskClosed, InterruptedException {
        show(question);
        if (question.fields().isEmpty()) {
            return consent(question);
        }
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (Question.Field field : question.fields()) {
            Optional<List<String>> value = field(field);
            if (value.isEmpty()) {
                return declined(question);
            }
            if (!value.orElseThrow().isEmpty()) {
                values.put(field.id(), value.orElseThrow());
            }
        }
        return new Answer.Accepted(values);
    }

    private void show(Question question) {
        String title = question.title().isEmpty() ? "The agent asks" : PlainText.line(question.title(), MAX_LABEL);
        dialog.say(look.cyan("? ") + look.bold(title));
        if (!question.text().isBlank()) {
            dialog.say(PlainText.cut(PlainText.clean(question.text()), MAX_TEXT)
                    .indent(2)
                    .stripTrailing());
        }
        question.url().ifPresent(url -> dialog.say("  Open this page: " + PlainText.clean(url.toString())));
        if (question.declinable()) {
            dialog.say(look.dim("  (" + DECLINE + " declines)"));
        }
    }

    private Answer consent(Question question) throws AskClosed, InterruptedException {
        for (int i = 0; i < Dialog.TRIES; i++) {
            Optional<String> typed = dialog.line("Agree? y/n:");
            if (typed.isEmpty() || typed.orElseThrow().equals(DECLINE)) {
                break;
            }
            Optional<Boolean> yes = FieldValue.yesOrNo(typed.orElseThrow());
            if (yes.isPresent()) {
                return yes.orElseThrow() ? new Answer.Accepted(Map.of()) : declined(question);
            }
            dialog.say(look.yellow("  Answer y or n."));
        }
        return declined(question);
    }

    private static Answer declined(Question question) {
        return question.declinable() ? new Answer.Declined("declined at the terminal") : new Answer.Cancelled();
    }

    /** Its values, none where it is left out; empty where the person declines. */
    private Optional<List<String>> field(Question.Field field) throws AskClosed, InterruptedException {
        if (!field.description().isEmpty()) {
            dialog.say(look.dim("  " + PlainText.line(field.description(), MAX_TEXT)));
        }
        for (int i = 0; i < field.choices().size(); i++) {
            Question.Choice choice = field.choices().get(i);
            String more = choice.description().isEmpty()
                    ? ""
                    : look.dim("  " + PlainText.line(choice.description(), MAX_LABEL));
            dialog.say("  " + (i + 1) + ") " + PlainText.line(choice.label(), MAX_LABEL) + more);
        }
        String prompt = prompt(field);
        for (int i = 0; i < Dialog.TRIES; i++) {
            Optional<String> typed = field.type() == Question.Type.SECRET ? dialog.secret(prompt) : dialog.line(prompt);
            if (typed.isEmpty() || typed.orElseThrow().equals(DECLINE)) {
                return Optional.empty();
            }
            try {
                return Optional.of(FieldValue.parse(field, typed.orElseThrow()));
            } catch (IllegalArgumentException notSo) {
                dialog.say(look.yellow("  " + notSo.getMessage()));
            }
        }
        return Optional.empty();
    }

    private static String prompt(Question.Field field) {
        String label = PlainText.line(field.label().isEmpty() ? field.id() : field.label(), MAX_LABEL);
        String how = switch (field.type()) {
            case BOOLEAN -> " (y/n)";
            case NUMBER -> " (a number)";
            case CHOICE ->
                field.multiple()
                        ? " (1-" + field.choices().size() + ", several apart by commas)"
                        : " (1-" + field.choices().size() + ")";
            case SECRET -> " (not shown)";
            case TEXT -> "";
        };
        String usual = field.defaults().isEmpty() || field.type() == Question.Type.SECRET
                ? (field.required() ? "" : " [leave out]")
                : " [" + PlainText.line(usual(field), MAX_LABEL) + "]";
        return label + how + usual + ":";
    }

    /** The default as a person would type it. */
    private static String usual(Question.Field field) {
        String value = String.join(", ", field.defaults());
        return field.type() == Question.Type.BOOLEAN ? (value.equals("true") ? "y" : "n") : value;
    }
}
