package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.host.event.EntryBody;
import dev.termal.host.json.Samples;
import org.junit.jupiter.api.Test;

final class UnusedAnswersTest extends RunFixture {
    @Test
    void anAnswerThatNoQuestionTookIsNamed() throws Exception {
        turn(s -> {
            s.emit(new EntryBody.QuestionAsked(Samples.QUESTION));
            return Samples.done("Hello");
        });
        String answers = file("a.json", """
                [{"match": {"title": "Delpoy", "field": "f"}, "answer": "yes"},
                 {"answer": "all"},
                 {"answer": "never reached"}]""");

        assertEquals(0, run("--answers", answers, "-o", "quiet", "hi"));

        assertEquals(
                "warning: --answers: [0] (title \"Delpoy\", field \"f\") was not used: no question matched it\n"
                        + "warning: --answers: [2] was not used: no question matched it\n",
                shell.err());
    }
}
