package dev.termal.dist.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
 * LENT tool|arguments   asks for a tool of a server that the agent was told of
 * RESULT                says what the last tool answered
 * IMAGE                 says which pictures came with the prompt
 * PROMPTS               says which prompts came before this one
 * LONG n                says n pieces
 * HOLD                  says nothing more and does not end
 * ERR status [times]    answers with an HTTP error, always or so many times
 * </pre>
 *
 * <p>Asked which word it was asked to remember, it says the prompts before; asked for a tool of a server, it calls it and says what it
 * gave; asked to take up a skill, it reads the file that it was told of, else calls the tool for skills; a story has a beginning and no end.
 */
final class Script {
    private static final String WORDS =
            "(?s)(TEXT|THINK|SHELL|WRITE|READ|LENT|RESULT|IMAGE|PROMPTS|LONG|HOLD|ERR)( .*)?";

    private static final Pattern LENT_BY_NAME = Pattern.compile("^Call the tool (\\w+) of the MCP server");

    private static final Pattern SKILL = Pattern.compile("^Take up the skill (\\S+)");

    private Script() {}

    /** What the model does. */
    sealed interface Step {}

    record Say(String text, int times) implements Step {}

    record Think(String text) implements Step {}

    /** A tool call; each API and agent has its own names for the tools. */
    sealed interface Use extends Step {}

    record Shell(String command) implements Use {}

    record Write(String file, String text) implements Use {}

    record Read(String file) implements Use {}

    /** Of a server; agents put the server's name before the tool's. */
    record Lent(String tool, String arguments) implements Use {
        boolean isIn(String offered) {
            return offered.endsWith(tool) && offered.length() > tool.length();
        }
    }

    record Hold() implements Step {}

    record Fail(int status, int times) implements Step {}

    /**
     * What a request tells the model, in whatever API.
     *
     * @param prompts the texts of the person's messages, the last of which is to be answered
     * @param toolAnswers what tools answered since the last of them
     * @param pictures what pictures there are
     */
    record Dialogue(List<String> prompts, List<String> toolAnswers, List<String> pictures) {
        String prompt() {
            return prompts.isEmpty() ? "" : prompts.get(prompts.size() - 1);
        }
    }

    /** The steps that answer this; at least one. */
    static List<Step> next(Dialogue dialogue) {
        List<Step> steps = new ArrayList<>();
        int answered = dialogue.toolAnswers().size();
        for (String line : lines(dialogue.prompt())) {
            Step step = step(line, dialogue);
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

    private static List<String> lines(String prompt) {
        List<String> all = prompt.lines().filter(line -> !line.isBlank()).toList();
        List<String> directives =
                all.stream().filter(line -> line.matches(WORDS)).toList();
        return directives.isEmpty() && !all.isEmpty() ? saidBack(all) : directives;
    }

    /**
     * A person's own words: what was asked before is told, what takes long does. The last line says which; before it may stand a
     * prompt that was given up.
     */
    private static List<String> saidBack(List<String> lines) {
        String last = lines.get(lines.size() - 1);
        if (last.contains("ask you to remember")) {
            return List.of("PROMPTS");
        }
        Matcher lent = LENT_BY_NAME.matcher(last);
        if (lent.find()) {
            return List.of("LENT " + lent.group(1) + "|{}", "RESULT");
        }
        Matcher skill = SKILL.matcher(last);
        if (skill.find()) {
            Matcher file =
                    Pattern.compile("- " + skill.group(1) + ": .*\\((.+)\\)").matcher(String.join("\n", lines));
            String use =
                    file.find() ? "READ " + file.group(1) : "LENT activate_skill|{\"name\":\"" + skill.group(1) + "\"}";
            return List.of(use, "RESULT");
        }
        return last.startsWith("Write a story")
                ? List.of("TEXT Once upon a time", "HOLD")
                : List.of("TEXT ECHO: " + String.join(" ", lines));
    }

    private static Step step(String line, Dialogue dialogue) {
        int space = line.indexOf(' ');
        String word = space < 0 ? line : line.substring(0, space);
        String rest = space < 0 ? "" : line.substring(space + 1);
        switch (word) {
            case "THINK":
                return new Think(rest);
            case "SHELL":
                return new Shell(rest);
            case "WRITE":
                String[] file = rest.split("\\|", 2);
                return new Write(file[0], file[1]);
            case "READ":
                return new Read(rest);
            case "LENT":
                String[] call = rest.split("\\|", 2);
                return new Lent(call[0], call[1]);
            case "RESULT":
                return new Say(String.join("", dialogue.toolAnswers()), 1);
            case "IMAGE":
                return new Say("pictures: " + dialogue.pictures(), 1);
            case "PROMPTS":
                List<String> prompts = dialogue.prompts();
                return new Say("before: " + prompts.subList(0, prompts.size() - 1), 1);
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
}
