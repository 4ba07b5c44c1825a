package dev.termal.host.chat;

import dev.termal.api.ContentBlock;
import dev.termal.api.Prompt;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What was typed as a prompt: its text, and the files that are named in it as {@code @path}, and pictures by their path. */
final class PromptPieces {
    private static final Pattern PICTURE = Pattern.compile("(?i).*\\.(png|jpe?g|gif|webp)");
    private static final Pattern WORD = Pattern.compile("@?'([^']+)'|@?\"([^\"]+)\"|(?:\\\\.|\\S)+");
    private static final Pattern FIRST_MARKS = Pattern.compile("^[(\\[{'\"]+(?=@)");
    private static final Pattern BETWEEN_NAMES = Pattern.compile("(?<=[,;])(?=@)");
    private static final Pattern LIKE_A_FILE = Pattern.compile(".*/.*|.*\\w\\.\\w{1,8}");
    private static final Pattern LAST_MARKS = Pattern.compile("[.,;:!?)\\]}'\"]+$");

    private final Path cwd;
    private final Path home;
    private final Function<Path, ContentBlock> reader;

    /**
     * For paths below a folder.
     *
     * @param reader a file as a piece of a prompt; an {@link IllegalArgumentException} says why it cannot be one
     */
    PromptPieces(Path cwd, Path home, Function<Path, ContentBlock> reader) {
        this.cwd = cwd;
        this.home = home;
        this.reader = reader;
    }

    Prompt of(String text) {
        List<ContentBlock> blocks = new ArrayList<>();
        blocks.add(ContentBlock.text(text));
        files(text).forEach(file -> blocks.add(reader.apply(file)));
        return new Prompt(blocks);
    }

    /** The files that are named, each once. */
    Set<Path> files(String text) {
        Set<Path> files = new LinkedHashSet<>();
        for (Mention mention : mentions(text)) {
            mention.paths()
                    .flatMap(path -> path(path).stream())
                    .filter(Files::isRegularFile)
                    .findFirst()
                    .filter(file ->
                            mention.named() || PICTURE.matcher(file.toString()).matches())
                    .ifPresent(files::add);
        }
        return files;
    }

    /** What is named by an {@code @} and looks like a path but is no file: a line for people each. */
    List<String> notSent(String text) {
        List<String> lines = new ArrayList<>();
        for (Mention mention : mentions(text)) {
            List<Path> paths =
                    mention.paths().flatMap(path -> path(path).stream()).toList();
            if (!mention.named() || paths.stream().anyMatch(Files::isRegularFile)) {
                continue;
            }
            Optional<Path> other = paths.stream().filter(Files::exists).findFirst();
            if (other.isPresent()) {
                lines.add("not attached: " + other.get()
                        + (Files.isDirectory(other.get()) ? " is a folder" : " is no regular file"));
            } else if (LIKE_A_FILE.matcher(mention.bare()).matches()) {
                lines.add("not attached: there is no file " + mention.bare());
            }
        }
        return lines;
    }

    /**
     * A word that may be a path.
     *
     * @param named whether by an {@code @}
     */
    private record Mention(String path, boolean named) {
        /** Without the marks of the sentence around it. */
        String bare() {
            return LAST_MARKS.matcher(path).replaceFirst("");
        }

        Stream<String> paths() {
            return Stream.of(path, bare());
        }
    }

    private static List<Mention> mentions(String text) {
        List<Mention> mentions = new ArrayList<>();
        Matcher words = WORD.matcher(text);
        while (words.find()) {
            String quoted = words.group(1) != null ? words.group(1) : words.group(2);
            if (quoted != null) {
                mentions.add(new Mention(quoted, words.group().startsWith("@")));
                continue;
            }
            for (String word : BETWEEN_NAMES.split(words.group())) {
                String bare = FIRST_MARKS.matcher(word).replaceFirst("");
                boolean named = bare.startsWith("@") && bare.length() > 1;
                mentions.add(new Mention((named ? bare.substring(1) : word).replaceAll("\\\\(.)", "$1"), named));
            }
        }
        return mentions;
    }

    private Optional<Path> path(String name) {
        try {
            Path path = name.startsWith("~/") ? home.resolve(name.substring(2)) : cwd.resolve(name);
            return Optional.of(path.normalize());
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }
}
