package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.event.PresetAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswersFileTest {
    @TempDir
    Path folder;

    private List<PresetAnswer> read(String json) throws IOException {
        Path file = folder.resolve("answers.json");
        Files.writeString(file, json);
        return AnswersFile.read(file);
    }

    @Test
    void answersAreTextsNumbersBooleansListsOrObjects() throws IOException {
        assertEquals(
                List.of(
                        new PresetAnswer(Optional.empty(), Optional.empty(), Map.of("", List.of("yes"))),
                        new PresetAnswer(Optional.of("T"), Optional.of("f"), Map.of("", List.of("1.50", "true"))),
                        new PresetAnswer(
                                Optional.empty(), Optional.of("g"), Map.of("a", List.of("x"), "b", List.of("y", "z")))),
                read("""
                        [{"answer": "yes"},
                         {"match": {"title": "T", "field": "f"}, "answer": [1.50, true]},
                         {"match": {"field": "g"}, "answer": {"a": "x", "b": ["y", "z"]}}]"""));
    }

    @Test
    void theValuesOfAnObjectKeepTheirOrder() throws IOException {
        List<PresetAnswer> answers = read("[{\"answer\": {\"z\": 1, \"a\": 2, \"m\": 3, \"b\": 4, \"y\": 5}}]");
        assertEquals(
                List.of("z", "a", "m", "b", "y"),
                List.copyOf(answers.get(0).values().keySet()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | no list; the file is a list such as [{",
                "{broken | no JSON",
                "[{}] | [0]: needs an \"answer\"; the file is a list such as",
                "[{\"answer\": 1}, {\"answer\": null}] | [1].answer: must be a text, a number, true or false",
                "[{\"answer\": {\"a\": [[]]}}] | [0].answer.a[0]: must be",
                "[{\"answer\": 1, \"mach\": {}}] | [0].mach: not known",
                "[{\"answer\": 1, \"match\": 1}] | [0].match: must be an object",
                "[{\"answer\": 1, \"match\": {\"titel\": 1}}] | [0].match.titel: not known",
                "[{\"answer\": 1, \"match\": {\"title\": 1}}] | [0].match.title: must be a text",
            })
    void mistakesNameTheirPlace(String json, String expected) {
        String message = assertThrows(UsageError.class, () -> read(json)).getMessage();
        assertTrue(message.startsWith("--answers " + folder.resolve("answers.json")), message);
        assertTrue(message.contains(expected), message);
    }
}
