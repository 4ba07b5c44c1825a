package dev.termal.host.permission;

import dev.termal.api.ToolCall;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What rules look at in a tool call, worked out once. For one thread. */
final class CallFacts {
    /** Words of a command that are looked at as files. */
    private static final int MAX_MENTIONED = 1_000;

    private static final String SIGNS = "=:,@";
    private static final int MAX_SIGNS = 50; // in a word

    private final ToolCall call;
    private final Path folder;
    private final Path home;
    private final Optional<List<String>> plainCommand;
    private final Optional<FoundCommands> commands;
    private final Set<Path> paths = new LinkedHashSet<>();
    private final Set<Path> mentioned = new LinkedHashSet<>();
    private final Set<Path> globs = new LinkedHashSet<>();
    private @Nullable Set<Path> possible;
    private boolean astray;

    /**
     * The facts.
     *
     * @param folder where the session runs, from which paths are looked at
     */
    CallFacts(ToolCall call, Path folder, Path home) {
        this.call = call;
        this.folder = folder;
        this.home = home;
        plainCommand = call.command().flatMap(PlainCommand::words);
        commands = call.command().map(FoundCommands::in);
        call.locations().forEach(location -> paths.add(folder.resolve(location.path())));
        for (ToolCall.Content content : call.content()) {
            if (content instanceof ToolCall.Content.Diff diff) {
                paths.add(folder.resolve(diff.path()));
            }
        }
        mentioned.addAll(paths);
        commands.ifPresent(found -> {
            found.commands().forEach(words -> words.forEach(word -> mentionAll(word, mentioned)));
            found.files().forEach(word -> mentionAll(word, mentioned));
            found.globs().forEach(word -> mentionAll(word, globs));
        });
    }

    /** A word, and what stands behind a sign in it, as in {@code --file=a} and {@code -v a:b}. */
    private void mentionAll(String word, Set<Path> into) {
        mention(word, into);
        int signs = 0;
        for (int i = 0; i < word.length(); i++) {
            if (SIGNS.indexOf(word.charAt(i)) >= 0) {
                if (++signs > MAX_SIGNS) {
                    astray = true;
                    break;
                }
                mention(word.substring(i + 1), into);
                mention(word.substring(0, i), into);
            }
        }
        if (word.length() > 2 && word.charAt(0) == '-') {
            mention(word.substring(2), into); // behind an option of one letter
        }
    }

    private void mention(String word, Set<Path> into) {
        if (into.size() >= MAX_MENTIONED) {
            astray = true;
            return;
        }
        try {
            boolean inHome = word.equals("~") || word.startsWith("~/");
            into.add(inHome ? home.resolve("." + word.substring(1)) : folder.resolve(word));
        } catch (InvalidPathException noPath) {
            // then it names no file
        }
    }

    ToolCall.Kind kind() {
        return call.kind();
    }

    /** The tool's name, behind its server's where it has one; empty where it could be taken for another's. */
    Optional<String> tool() {
        return call.tool()
                .filter(tool -> tool.indexOf('/') < 0)
                .flatMap(tool -> call.mcpServer()
                        .map(server ->
                                server.indexOf('/') < 0 ? Optional.of(server + "/" + tool) : Optional.<String>empty())
                        .orElse(Optional.of(tool)));
    }

    /** The tool's name alone. */
    Optional<String> bareTool() {
        return call.tool();
    }

    /** Whether it runs a command, known or not. */
    boolean runsCommand() {
        return call.kind() == ToolCall.Kind.EXECUTE || call.command().isPresent();
    }

    /** The words of its command, where it is a single plain one. */
    Optional<List<String>> plainCommand() {
        return plainCommand;
    }

    /** All commands that may run, where the command is known. */
    Optional<FoundCommands> commands() {
        return commands;
    }

    boolean namesNoFile() {
        return paths.isEmpty();
    }

    /** Where the files really are that it names; empty where it names none, or one of them leads nowhere. */
    List<Path> realPaths() {
        List<Path> real = new ArrayList<>();
        for (Path path : paths) {
            Optional<Path> found = RealPath.of(path);
            if (found.isEmpty()) {
                return List.of();
            }
            real.add(found.get());
        }
        return real;
    }

    /** All files that it may be about, as named and as they really are. */
    Set<Path> possiblePaths() {
        if (possible == null) {
            Set<Path> all = new LinkedHashSet<>();
            for (Path path : mentioned) {
                all.add(path.normalize());
                Optional<Path> real = RealPath.of(path);
                real.ifPresent(all::add);
                astray |= real.isEmpty();
            }
            possible = all;
        }
        return possible;
    }

    /** The files that patterns of the shell may stand for. */
    Set<Path> globs() {
        return globs;
    }

    /** Whether one of them may be any file. */
    boolean leadsAstray() {
        possiblePaths();
        return astray || commands.map(FoundCommands::isBlind).orElse(false);
    }
}
