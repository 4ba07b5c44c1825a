package dev.termal.engine.acp.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a prompt makes the demo agent do: its words, in order, wherever they stand among others.
 *
 * @param complaints words with a wrong argument, a sentence each
 */
record Script(List<Step> steps, List<String> complaints, boolean help) {
    /** A word and its argument. */
    record Step(Word word, String argument) {
        int number() {
            return Integer.parseInt(argument);
        }

        Optional<Failure> failure() {
            return word == Word.FAIL ? Failure.named(argument) : Optional.empty();
        }
    }

    /** Reads a prompt; a word may be given as a command, {@code /plan}. */
    static Script read(String prompt) {
        List<Step> steps = new ArrayList<>();
        List<String> complaints = new ArrayList<>();
        for (String token : prompt.strip().split("\\s+")) {
            String[] parts = (token.startsWith("/") ? token.substring(1) : token).split(":", 2);
            Word.named(parts[0])
                    .filter(word -> word.takesArgument() == (parts.length == 2))
                    .ifPresent(word -> {
                        String argument = parts.length == 2 ? parts[1] : "";
                        word.complaint(argument)
                                .ifPresentOrElse(complaints::add, () -> steps.add(new Step(word, argument)));
                    });
        }
        String whole = prompt.strip();
        return new Script(List.copyOf(steps), List.copyOf(complaints), whole.equals("help") || whole.equals("/help"));
    }

    /** Whether not a word shall be said. */
    boolean isSilent() {
        return steps.stream().anyMatch(step -> step.failure().equals(Optional.of(Failure.EMPTY)));
    }
}
