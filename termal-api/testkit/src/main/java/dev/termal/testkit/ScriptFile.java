package dev.termal.testkit;

import dev.termal.testkit.Step.Verb;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Scripts as text: a step a line, verb and arguments apart by tabs, with {@code \t \n \r \\} escaped. */
final class ScriptFile {
    private ScriptFile() {}

    static List<String> encode(Script script) {
        Stream<Step> rules = script.rules().stream()
                .map(rule -> rule.text()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "a rule in code cannot be written to a file; give it as text")));
        return Stream.concat(rules, script.steps().stream())
                .map(ScriptFile::encode)
                .toList();
    }

    private static String encode(Step step) {
        if (step.code().isPresent()) {
            throw new IllegalArgumentException("code cannot be written to a file; use other steps");
        }
        List<String> words = new ArrayList<>(List.of(step.verb().name()));
        step.args()
                .forEach(arg -> words.add(arg.replace("\\", "\\\\")
                        .replace("\t", "\\t")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")));
        return String.join("\t", words);
    }

    static Script decode(List<String> lines) {
        Script script = new Script();
        for (String line : lines) {
            String[] words = line.split("\t", -1);
            script.add(Step.of(
                    Verb.valueOf(words[0]),
                    Arrays.stream(words).skip(1).map(ScriptFile::unescape).toList()));
        }
        return script;
    }

    private static String unescape(String word) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char escaped = word.charAt(++i);
            out.append(escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped);
        }
        return out.toString();
    }
}
