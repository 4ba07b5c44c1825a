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

/** What was typed as a prompt: its text, and the files that are named in it as {@code @path}, and pictures by their path. */
final class PromptPieces {
    private static final Pattern PICTURE = Pattern.compile("(?i).*\\.(png|jpe?g|gif|webp)");
    private static final Pattern WORD = Pattern.compile("@?'([^']+)'|@?\"([^\"]+)\"|(?:\\\\.|\\S)+");
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
        Matcher words = WORD.matcher(text);
        while (words.find()) {
            String word = words.group();
            boolean named = word.startsWith("@") && word.length() > 1;
            String quoted = words.group(1) != null ? words.group(1) : words.group(2);
            String path =
                    quoted != null ? quoted : word.substring(named ? 1 : 0).replaceAll("\\\\(.)", "$1");
            file(path)
                    .or(() -> file(LAST_MARKS.matcher(path).replaceFirst("")))
                    .filter(file -> named || PICTURE.matcher(file.toString()).matches())
                    .ifPresent(files::add);
        }
        return files;
    }

    private Optional<Path> file(String name) {
        try {
            Path path = name.startsWith("~/") ? home.resolve(name.substring(2)) : cwd.resolve(name);
            return Optional.of(path.normalize()).filter(Files::isRegularFile);
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }
}
