package dev.termal.host.permission;

import dev.termal.api.AgentEvent.Notice.Level;
import dev.termal.api.Answer;
import dev.termal.api.Question;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.EntryBody.Decider;
import dev.termal.host.event.PresetAnswer;
import dev.termal.host.permission.OpenRequests.Open;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Which questions of a session are open, and who answers them.
 *
 * <p>Thread-safe. Every question is answered exactly once: by the first answer given beforehand that matches and fits, else
 * by a person, else, where nobody is there, as declined. Values of secret fields reach the agent and no entry.
 */
public final class QuestionDesk extends Desk<Question, Answer> {
    private static final Answer NOBODY = new Answer.Declined("nobody is there to answer");

    private final List<PresetAnswer> presets;
    private final boolean attended;
    private final DeskJournal journal;

    /**
     * A desk with nothing open.
     *
     * @param presets answers given beforehand, the first that matches is taken
     * @param attended whether somebody is there to answer
     */
    public QuestionDesk(List<PresetAnswer> presets, boolean attended, DeskJournal journal) {
        super(new Answer.Cancelled());
        this.presets = List.copyOf(presets);
        this.attended = attended;
        this.journal = journal;
    }

    /** Takes a question; the stage completes with its answer. */
    public CompletionStage<Answer> ask(Question question) {
        Optional<PresetAnswer> preset =
                presets.stream().filter(each -> each.matches(question)).findFirst();
        Optional<Answer> prepared = preset.map(each -> AnswerCheck.fill(question, each));
        Optional<String> misfit = prepared.flatMap(each -> AnswerCheck.problem(question, each));
        Open<Question, Answer> waiting;
        boolean isPrepared = prepared.isPresent() && misfit.isEmpty();
        synchronized (lock) {
            // an id that is open already cannot be answered by id
            boolean waits = !shut && !isPrepared && attended && !open.contains(question.id());
            if (waits) {
                journal.hold(); // before anybody can see that it is open
            }
            journal.write(new EntryBody.QuestionAsked(question));
            misfit.ifPresent(problem -> journal.write(new EntryBody.HostNotice(
                    Level.WARNING, "the answer given beforehand does not fit the question: " + problem)));
            if (shut) {
                return answered(question, new Answer.Cancelled(), Decider.TURN_END);
            }
            if (isPrepared) {
                return answered(question, prepared.get(), Decider.PRESET);
            }
            if (!waits) {
                return answered(question, question.declinable() ? NOBODY : new Answer.Cancelled(), Decider.POLICY);
            }
            waiting = open.add(question.id(), question);
        }
        OpenRequests.onWithdrawn(waiting, this::withdrawn);
        return waiting.answer();
    }

    private CompletionStage<Answer> answered(Question question, Answer answer, Decider by) {
        journal.write(new EntryBody.QuestionAnswered(question.id(), AnswerCheck.withoutSecrets(question, answer), by));
        return CompletableFuture.completedFuture(answer);
    }

    /**
     * A person's answer.
     *
     * @return false where the question is not open (any more)
     * @throws IllegalArgumentException for values that do not fit, with the field named, and for declining what cannot be
     *     declined
     */
    public boolean answer(String id, Answer answer) {
        Open<Question, Answer> taken;
        synchronized (lock) {
            Optional<Question> question = open.find(id);
            if (question.isEmpty()) {
                return false;
            }
            AnswerCheck.problem(question.get(), answer).ifPresent(problem -> {
                throw new IllegalArgumentException(problem);
            });
            taken = open.take(id).orElseThrow();
            settled(taken, answer, Decider.PERSON);
        }
        return taken.answer().complete(answer);
    }

    @Override
    void settledByTurnEnd(Open<Question, Answer> one) {
        settled(one, new Answer.Cancelled(), Decider.TURN_END);
    }

    private void settled(Open<Question, Answer> one, Answer answer, Decider by) {
        Answer shown = AnswerCheck.withoutSecrets(one.request(), answer);
        journal.write(new EntryBody.QuestionAnswered(one.id(), shown, by));
        journal.release();
    }
}
