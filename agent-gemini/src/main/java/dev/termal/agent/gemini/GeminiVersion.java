package dev.termal.agent.gemini;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The installed version of the CLI, read from its package and not by running it. */
final class GeminiVersion {
    private static final String PACKAGE = "@google/gemini-cli";
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6}).*");

    /** The first minor version of 0.x that knows {@code --acp}. */
    private static final int FIRST_WITH_ACP = 33;

    private GeminiVersion() {}

    /**
     * What the package beside an executable says; empty where there is none.
     *
     * @param executable a link into the package, as npm makes it, or a shim beside {@code node_modules}
     */
    static Optional<String> of(Path executable) {
        for (Path folder : foldersNear(executable)) {
            Optional<String> version = GeminiHome.json(folder.resolve("package.json"))
                    .filter(json -> json.path("name").asString("").equals(PACKAGE))
                    .map(json -> json.path("version").asString(""))
                    .filter(text -> !text.isBlank());
            if (version.isPresent()) {
                return version;
            }
        }
        return Optional.empty();
    }

    /** The argument that makes this version speak the protocol. */
    static String protocolFlag(Optional<String> version) {
        return version.filter(GeminiVersion::isOld).isPresent() ? "--experimental-acp" : "--acp";
    }

    private static boolean isOld(String version) {
        Matcher numbers = NUMBERS.matcher(version);
        return numbers.matches()
                && Integer.parseInt(numbers.group(1)) == 0
                && Integer.parseInt(numbers.group(2)) < FIRST_WITH_ACP;
    }

    private static List<Path> foldersNear(Path executable) {
        List<Path> folders = new ArrayList<>();
        Path real = real(executable);
        for (Path folder = real.getParent(); folder != null && folders.size() < 4; folder = folder.getParent()) {
            folders.add(folder);
        }
        Path shims = executable.toAbsolutePath().getParent();
        if (shims != null) {
            folders.add(shims.resolve("node_modules").resolve(PACKAGE));
            folders.add(shims.resolveSibling("lib").resolve("node_modules").resolve(PACKAGE));
            folders.add(shims.resolveSibling(PACKAGE)); // a shim in node_modules/.bin
        }
        return folders;
    }

    private static Path real(Path executable) {
        try {
            return executable.toRealPath();
        } catch (IOException e) {
            return executable.toAbsolutePath();
        }
    }
}
