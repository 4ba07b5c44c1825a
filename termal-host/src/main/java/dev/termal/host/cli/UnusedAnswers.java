package dev.termal.host.cli;

import dev.termal.host.event.EntryBody;
import dev.termal.host.event.PresetAnswer;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Which answers given beforehand no question took, which is mostly a mistake in what they match. Thread-safe. */
final class UnusedAnswers {
    private final List<PresetAnswer> answers;
    private final TreeSet<Integer> left = new TreeSet<>(); // guarded by this

    UnusedAnswers(List<PresetAnswer> answers) {
        this.answers = List.copyOf(answers);
        IntStream.range(0, answers.size()).forEach(left::add);
    }

    /** The first that matches a question is taken, whether it fits or not. */
    synchronized void see(EntryBody body) {
        if (body instanceof EntryBody.QuestionAsked asked) {
            IntStream.range(0, answers.size())
                    .filter(i -> answers.get(i).matches(asked.question()))
                    .findFirst()
                    .ifPresent(left::remove);
        }
    }

    /** A line for each that is left, by its place in the file. */
    synchronized List<String> warnings() {
        return left.stream()
                .map(i -> "--answers: [" + i + "]" + wanted(answers.get(i)) + " was not used: no question matched it")
                .toList();
    }

    private static String wanted(PresetAnswer answer) {
        String match = Stream.concat(
                        answer.title().map(title -> "title \"" + title + "\"").stream(),
                        answer.field().map(field -> "field \"" + field + "\"").stream())
                .collect(Collectors.joining(", "));
        return match.isEmpty() ? "" : " (" + match + ")";
    }
}
