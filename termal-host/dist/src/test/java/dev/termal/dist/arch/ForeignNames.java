package dev.termal.dist.arch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the names of engines and agents in text: code, strings and comments alike. The classes cannot tell, since a
 * host that compares an id with a string depends on nothing.
 */
final class ForeignNames {

    /** As whole words: they also occur inside harmless ones. */
    private static final Pattern WORDS =
            Pattern.compile("(?i)(?<![a-z])(acp|cursor|agy|aider|goose|copilot|cline)(?![a-z])|\\bAcp(?=[A-Z])|Acp\\b");

    /** Anywhere, inside identifiers too. */
    private static final Pattern ANYWHERE =
            Pattern.compile("(?i)stream-?json|gemini|antigravity|opencode|qwen|claude|codex");

    /** The pointer's shape in a style sheet, which has no other name there. */
    private static final Pattern CSS_PROPERTY = Pattern.compile("\\bcursor\\s*:");

    private ForeignNames() {}

    /** Each as {@code line: word}. */
    static List<String> in(String fileName, String text) {
        List<String> found = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            String line =
                    fileName.endsWith(".css") ? CSS_PROPERTY.matcher(lines[i]).replaceAll("") : lines[i];
            for (Pattern pattern : List.of(WORDS, ANYWHERE)) {
                Matcher m = pattern.matcher(line);
                while (m.find()) {
                    found.add((i + 1) + ": " + m.group());
                }
            }
        }
        return found;
    }
}
