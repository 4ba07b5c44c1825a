package dev.termal.host.permission;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes a shell's text apart into simple commands, in the way of a POSIX shell where shells differ, without running or expanding
 * anything. It never fails: what makes no sense to a shell is taken apart somehow.
 */
final class ShellReader {
    private static final String SEPARATORS = ";&|\n\r()";
    private static final String GLOBS = "*?[";
    private static final Pattern HOME = Pattern.compile("\\$(?:HOME(?![A-Za-z0-9_])|\\{HOME})");

    private final String text;
    private final boolean backslashIsPlain;
    private final Consumer<List<Word>> commands;
    private final Consumer<String> inner;
    private final Consumer<Word> targets;
    private final List<Word> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean begun;
    private boolean computed;
    private boolean unknown; // something is put in that is not the home at the beginning
    private boolean glob;
    private int homeEnds;
    private boolean skip;
    private int at;

    /**
     * A word of a command.
     *
     * @param computed whether the shell puts something in
     * @param unknown whether that is something else than the home at the word's beginning
     * @param glob whether the shell puts the names of files in its place
     * @param inHome the word with {@code ~} for the home, where it begins with the home's variable
     */
    record Word(String text, boolean computed, boolean unknown, boolean glob, Optional<String> inHome) {}

    private ShellReader(
            String text,
            boolean backslashIsPlain,
            Consumer<List<Word>> commands,
            Consumer<String> inner,
            Consumer<Word> targets) {
        this.text = text;
        this.backslashIsPlain = backslashIsPlain;
        this.commands = commands;
        this.inner = inner;
        this.targets = targets;
    }

    /**
     * Reads a text.
     *
     * @param backslashIsPlain whether a backslash stands for itself
     * @param commands told each command, less its redirections
     * @param inner told each text that the shell runs to put its output in
     * @param targets told what input or output is redirected to
     */
    static void read(
            String text,
            boolean backslashIsPlain,
            Consumer<List<Word>> commands,
            Consumer<String> inner,
            Consumer<Word> targets) {
        new ShellReader(text, backslashIsPlain, commands, inner, targets).read();
    }

    private void read() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (SEPARATORS.indexOf(c) >= 0 || (c == '#' && !begun)) {
                at++;
                endCommand();
            } else if (c == '<' || c == '>') {
                redirection();
            } else if (Character.isWhitespace(c)) {
                at++;
                endWord();
            } else if (c == '\'') {
                singleQuoted();
            } else if (c == '"') {
                doubleQuoted();
            } else {
                begun = true;
                unquoted(c);
            }
        }
        endCommand();
    }

    private void unquoted(char c) {
        if (c == '\\' && !backslashIsPlain) {
            escaped();
        } else if (c == '$') {
            dollar();
        } else if (c == '`') {
            backticks();
        } else {
            boolean list = c == ',' && word.indexOf("{") >= 0; // in braces, it is several words
            computed |= list;
            unknown |= list;
            glob |= GLOBS.indexOf(c) >= 0;
            word.append(c);
            at++;
        }
    }

    private void escaped() {
        if (at + 1 < text.length() && text.charAt(at + 1) != '\n') {
            word.append(text.charAt(at + 1));
        }
        at += 2;
    }

    private void dollar() {
        computed = true;
        Matcher home = HOME.matcher(text).region(at, text.length());
        if (word.length() == 0 && home.lookingAt()) {
            word.append(home.group());
            homeEnds = word.length();
            at = home.end();
            return;
        }
        unknown = true;
        if (text.startsWith("$(", at)) {
            int end = closing(at + 2);
            String body = text.substring(at + 2, end);
            inner.accept(body);
            if (body.indexOf('"') >= 0 || body.indexOf('\'') >= 0) { // the end may have been a quoted one
                inner.accept(text.substring(at + 2));
            }
            at = Math.min(end + 1, text.length());
        } else {
            word.append('$');
            at++;
        }
    }

    private void backticks() {
        computed = true;
        unknown = true;
        int end = text.indexOf('`', at + 1);
        int to = end < 0 ? text.length() : end;
        inner.accept(text.substring(at + 1, to).replace("\\", ""));
        at = Math.min(to + 1, text.length());
    }

    /** Where the parenthesis closes that was opened before a place, quotes aside. */
    private int closing(int from) {
        int open = 1;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            open += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (open == 0) {
                return i;
            }
        }
        return text.length();
    }

    private void singleQuoted() {
        begun = true;
        int end = text.indexOf('\'', at + 1);
        int to = end < 0 ? text.length() : end;
        word.append(text, at + 1, to);
        at = Math.min(to + 1, text.length());
    }

    private void doubleQuoted() {
        begun = true;
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at);
            if (c == '$' || c == '`') {
                unquoted(c);
            } else if (c == '\\'
                    && !backslashIsPlain
                    && at + 1 < text.length()
                    && "$`\"\\\n".indexOf(text.charAt(at + 1)) >= 0) {
                escaped();
            } else {
                word.append(c);
                at++;
            }
        }
        at++;
    }

    /** Its target is no argument; a number before it says which stream. */
    private void redirection() {
        if (begun && word.chars().allMatch(Character::isDigit)) {
            word.setLength(0);
            begun = false;
        }
        endWord();
        if (text.startsWith("(", at + 1)) { // a process in place of a file
            at++;
            return;
        }
        while (at < text.length() && "<>&|".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        skip = true;
    }

    private void endWord() {
        if (begun) {
            Optional<String> inHome =
                    homeEnds > 0 && !unknown ? Optional.of("~" + word.substring(homeEnds)) : Optional.empty();
            Word ended = new Word(word.toString(), computed, unknown, glob, inHome);
            if (skip) {
                targets.accept(ended);
            } else {
                words.add(ended);
            }
        }
        skip &= !begun;
        word.setLength(0);
        begun = false;
        computed = false;
        unknown = false;
        glob = false;
        homeEnds = 0;
    }

    private void endCommand() {
        endWord();
        skip = false;
        if (!words.isEmpty()) {
            commands.accept(List.copyOf(words));
        }
        words.clear();
    }
}
