package dev.termal.dist.gemini;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the fake model does, written in the prompt: one directive a line. A tool call ends an answer; the lines after it are the
 * answer to its result. Other lines are said back.
 *
 * <pre>
 * TEXT words            says them, with \\u2028 as the separator that it stands for
 * THINK words           thinks them
 * SHELL command         asks for a shell command
 * WRITE file|text       asks to write a file
 * READ file             asks to read a file
 * RESULT                says what the last tool answered
 * IMAGE                 says which pictures came with the prompt
 * LONG n                says n pieces
 * HOLD                  says nothing more and does not end
 * ERR status [times]    answers with an HTTP error, always or so many times
 * </pre>
 */
final class Script {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String WORDS = "(?s)(TEXT|THINK|SHELL|WRITE|READ|RESULT|IMAGE|LONG|HOLD|ERR)( .*)?";

    private Script() {}

    /** What the model does. */
    sealed interface Step {}

    record Say(String text, int times) implements Step {}

    record Think(String text) implements Step {}

    record Use(String tool, ObjectNode args) implements Step {}

    record Hold() implements Step {}

    record Fail(int status, int times) implements Step {}

    /** The steps that answer this request; at least one. */
    static List<Step> next(JsonNode request) {
        JsonNode contents = request.path("contents");
        int prompt = lastPrompt(contents);
        List<Step> steps = new ArrayList<>();
        int answered = toolAnswers(contents, prompt);
        for (String line : lines(contents.path(prompt))) {
            Step step = step(line, contents);
            if (answered > 0) {
                answered -= step instanceof Use ? 1 : 0;
                continue;
            }
            steps.add(step);
            if (step instanceof Use) {
                break;
            }
        }
        return steps.isEmpty() ? List.of(new Say("done", 1)) : steps;
    }

    private static int lastPrompt(JsonNode contents) {
        for (int i = contents.size() - 1; i > 0; i--) {
            JsonNode content = contents.get(i);
            if (content.path("role").asString("").equals("user") && !hasToolAnswer(content)) {
                return i;
            }
        }
        return 0;
    }

    private static int toolAnswers(JsonNode contents, int after) {
        int count = 0;
        for (int i = after + 1; i < contents.size(); i++) {
            count += hasToolAnswer(contents.get(i)) ? 1 : 0;
        }
        return count;
    }

    private static boolean hasToolAnswer(JsonNode content) {
        return content.path("parts").valueStream().anyMatch(part -> part.has("functionResponse"));
    }

    private static List<String> lines(JsonNode content) {
        List<String> all = content.path("parts")
                .valueStream()
                .map(part -> part.path("text").asString(""))
                .filter(text -> !text.startsWith("<session_context>")) // what the CLI tells the model first
                .flatMap(String::lines)
                .filter(line -> !line.isBlank())
                .toList();
        List<String> directives =
                all.stream().filter(line -> line.matches(WORDS)).toList();
        return directives.isEmpty() ? List.of("TEXT ECHO: " + String.join(" ", all)) : directives;
    }

    private static Step step(String line, JsonNode contents) {
        int space = line.indexOf(' ');
        String word = space < 0 ? line : line.substring(0, space);
        String rest = space < 0 ? "" : line.substring(space + 1);
        ObjectNode args = JSON.createObjectNode();
        switch (word) {
            case "THINK":
                return new Think(rest);
            case "SHELL":
                return new Use("run_shell_command", args.put("command", rest).put("description", "fake"));
            case "WRITE":
                String[] file = rest.split("\\|", 2);
                return new Use("write_file", args.put("file_path", file[0]).put("content", file[1]));
            case "READ":
                return new Use("read_file", args.put("file_path", rest));
            case "RESULT":
                return new Say(contents.get(contents.size() - 1).path("parts").toString(), 1);
            case "IMAGE":
                return new Say(pictures(contents), 1);
            case "LONG":
                return new Say("piece ", Integer.parseInt(rest));
            case "HOLD":
                return new Hold();
            case "ERR":
                String[] error = rest.split(" ");
                return new Fail(
                        Integer.parseInt(error[0]), error.length > 1 ? Integer.parseInt(error[1]) : Integer.MAX_VALUE);
            default:
                return new Say(rest.replace("\\u2028", "\u2028"), 1);
        }
    }

    private static String pictures(JsonNode contents) {
        List<String> found = contents.valueStream()
                .flatMap(content -> content.path("parts").valueStream())
                .map(part -> part.path("inlineData"))
                .filter(JsonNode::isObject)
                .map(data -> data.path("mimeType").asString("") + " "
                        + data.path("data").asString("").length())
                .toList();
        return "pictures: " + found;
    }
}
