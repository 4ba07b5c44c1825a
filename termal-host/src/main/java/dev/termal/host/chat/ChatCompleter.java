package dev.termal.host.chat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes slash commands, what they take, and {@code @path}. */
final class ChatCompleter implements Completer {
    private static final int MAX_FILES = 500;

    /** A word that can be typed. */
    record Choice(String value, String text) {}

    /** What can be completed, asked each time. */
    interface Source {
        /** The commands of the chat and of the agent, with their slash. */
        List<Choice> commands();

        /** What a command takes, given the words that follow it already. */
        List<Choice> arguments(String command, List<String> words);
    }

    private final Supplier<Path> cwd;
    private final Source source;

    ChatCompleter(Supplier<Path> cwd, Source source) {
        this.cwd = cwd;
        this.source = source;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String word = line.word().substring(0, line.wordCursor());
        List<String> words = line.words();
        if (line.wordIndex() == 0 && word.startsWith("/")) {
            add(source.commands(), candidates);
        } else if (word.startsWith("@")) {
            files(word.substring(1), candidates);
        } else if (line.wordIndex() > 0 && words.get(0).startsWith("/")) {
            add(source.arguments(words.get(0), words.subList(1, line.wordIndex())), candidates);
        }
    }

    private static void add(List<Choice> choices, List<Candidate> candidates) {
        choices.forEach(choice -> candidates.add(new Candidate(
                choice.value(),
                choice.value(),
                null,
                choice.text().isEmpty() ? null : choice.text(),
                null,
                null,
                true)));
    }

    private void files(String typed, List<Candidate> candidates) {
        int slash = typed.lastIndexOf('/') + 1;
        String folder = typed.substring(0, slash);
        String start = typed.substring(slash).toLowerCase(Locale.ROOT);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(cwd.get().resolve(folder))) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                boolean hidden = name.startsWith(".") && !start.startsWith(".");
                boolean clean = name.chars().noneMatch(c -> Character.isISOControl(c) || Character.isWhitespace(c));
                if (!hidden && clean && name.toLowerCase(Locale.ROOT).startsWith(start)) {
                    boolean isFolder = Files.isDirectory(entry);
                    candidates.add(new Candidate(
                            "@" + folder + name + (isFolder ? "/" : ""),
                            name + (isFolder ? "/" : ""),
                            null,
                            null,
                            null,
                            null,
                            !isFolder));
                }
                if (candidates.size() >= MAX_FILES) {
                    return;
                }
            }
        } catch (IOException | InvalidPathException noSuchFolder) {
            // then there is nothing to complete
        }
    }
}
