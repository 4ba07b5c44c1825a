package dev.termal.host.process;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds executables by name as the platform's shell would, but never in the current folder unasked. */
final class SearchPath {
    private static final String DEFAULT_ENDINGS = ".COM;.EXE;.BAT;.CMD";

    private final List<Path> folders;
    private final Optional<String> endings;

    private SearchPath(List<Path> folders, Optional<String> endings) {
        this.folders = folders;
        this.endings = endings;
    }

    /** A search along the path of this environment. */
    static SearchPath in(Map<String, String> environment) {
        return in(environment, Platform.isWindows());
    }

    /** The same by the rules of Windows, or those of Unix. */
    static SearchPath in(Map<String, String> environment, boolean windows) {
        return windows
                ? new SearchPath(
                        folders(foldedCase(environment, "PATH").orElse(""), ';'),
                        Optional.of(foldedCase(environment, "PATHEXT").orElse(DEFAULT_ENDINGS)))
                : new SearchPath(folders(environment.getOrDefault("PATH", ""), ':'), Optional.empty());
    }

    /** A variable as Windows knows it: it writes "Path" as often as "PATH". */
    static Optional<String> foldedCase(Map<String, String> environment, String name) {
        return environment.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** The folders that are searched. */
    List<Path> folders() {
        return folders;
    }

    /** The first executable file of this name. */
    Optional<Path> find(String name) {
        for (Path folder : folders) {
            Optional<Path> found = withEnding(folder, name);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The executable file of this name in this folder, with the platform's endings. */
    Optional<Path> withEnding(Path folder, String name) {
        for (String candidate : candidates(name, endings)) {
            try {
                Path file = folder.resolve(candidate);
                if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                    return Optional.of(file);
                }
            } catch (InvalidPathException e) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /**
     * The file names to try: the name itself, or on Windows the name with each ending of {@code PATHEXT}, where the name
     * itself comes first if it has one of them and is left out if it has none.
     */
    static List<String> candidates(String name, Optional<String> endings) {
        if (endings.isEmpty()) {
            return List.of(name);
        }
        List<String> names = new ArrayList<>();
        for (String ending : endings.get().toLowerCase(Locale.ROOT).split(";")) {
            if (ending.isBlank()) {
                continue;
            }
            if (name.toLowerCase(Locale.ROOT).endsWith(ending.strip())) {
                names.add(0, name);
            }
            names.add(name + ending.strip());
        }
        return names;
    }

    /** The absolute folders of a search path; quotes, as Windows allows them, are taken off. */
    static List<Path> folders(String searchPath, char separator) {
        List<Path> folders = new ArrayList<>();
        for (String entry : searchPath.split(String.valueOf(separator))) {
            String folder = entry.strip().replace("\"", "");
            try {
                if (!folder.isEmpty() && Path.of(folder).isAbsolute()) {
                    folders.add(Path.of(folder));
                }
            } catch (InvalidPathException e) {
                // a broken entry hides no other
            }
        }
        return folders;
    }
}
