package dev.termal.host.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** Says what is wrong with a JSON text, and where, in words for whoever wrote the text and not the parser. */
public final class JsonMistake {
    private static final Map<Pattern, String> WORDS = words();

    /** What the parser adds about itself: where it reads from, and how it could be set up. */
    private static final Pattern PARSERS_OWN = Pattern.compile(
            "\\s*\\((start marker|not recognized|code \\d+|for|disabled)[^()]*(\\([^()]*\\)[^()]*)*\\)|\\[Source: [^\\]]*\\]");

    private JsonMistake() {}

    private static Map<Pattern, String> words() {
        Map<Pattern, String> words = new LinkedHashMap<>(); // the first that is found counts
        words.put(
                Pattern.compile(
                        "end-of-input.*(was expecting closing quote|in (VALUE_STRING|property name|field name))"),
                "it ends within a text, whose closing quote is missing");
        words.put(Pattern.compile("end-of-input.*for Object"), "it ends too early: a } is missing");
        words.put(Pattern.compile("end-of-input.*for Array"), "it ends too early: a ] is missing");
        words.put(Pattern.compile("end-of-input"), "it ends too early");
        words.put(Pattern.compile("Duplicate (?:Object property|field) \"(.*)\""), "\"$1\" stands there twice");
        words.put(Pattern.compile("comment"), "JSON has no comments");
        words.put(
                Pattern.compile("\\('[}\\]]'.*(property name|field name|a valid value)"),
                "there is a comma too many before it");
        words.put(Pattern.compile("double-quote to start"), "a name in double quotes is wanted here");
        words.put(
                Pattern.compile("Illegal unquoted character.*code (9|10|13)\\b"),
                "a text goes over the end of its line, or has a tab in it");
        words.put(Pattern.compile("comma to separate"), "a comma is missing, or something stands between two values");
        words.put(Pattern.compile("colon to separate"), "a colon is missing after a name");
        words.put(
                Pattern.compile("Unrecognized token '([^']{0,40})"),
                "'$1' is no value: a text stands in double quotes");
        words.put(Pattern.compile("\\('''"), "a text stands in double quotes");
        words.put(Pattern.compile("Unexpected character"), "a character stands there that begins no value");
        words.put(Pattern.compile("Illegal character"), "a character stands there that has no place in JSON");
        words.put(Pattern.compile("nesting depth"), "it is nested too deeply");
        words.put(Pattern.compile("(?i)number value length|number length"), "a number is too long");
        words.put(Pattern.compile("Trailing token"), "something follows after its end");
        return words;
    }

    /** Such as {@code at line 3, column 7: a comma is missing}. */
    public static String of(JacksonException mistake) {
        TokenStreamLocation at = mistake.getLocation();
        String place = at == null || at.getLineNr() < 1
                ? ""
                : "at line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
        return place + what(String.valueOf(mistake.getOriginalMessage()));
    }

    private static String what(String parsersWords) {
        String line = parsersWords.replaceAll("\\s+", " ");
        for (Map.Entry<Pattern, String> each : WORDS.entrySet()) {
            Matcher m = each.getKey().matcher(line);
            if (m.find()) {
                return m.groupCount() > 0 && each.getValue().contains("$1")
                        ? each.getValue().replace("$1", String.valueOf(m.group(1)))
                        : each.getValue();
            }
        }
        return PARSERS_OWN.matcher(line).replaceAll("");
    }
}
