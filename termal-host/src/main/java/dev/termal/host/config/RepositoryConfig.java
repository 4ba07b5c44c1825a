package dev.termal.host.config;

import dev.termal.api.AgentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * The config file that a repository brings along, read once: what is trusted is what is used.
 *
 * @param file its real path
 * @param sha256 of its content, in hex
 */
public record RepositoryConfig(Path file, String text, String sha256) {
    /** Where such a file is, below the folder that it is for. */
    public static final Path PLACE = Path.of(".termal", "config.json");

    /**
     * The file for a folder: its own, else that of the nearest folder above up to the top of the repository. Outside of a
     * repository only the folder's own counts.
     *
     * @param ownConfig the person's own file, which is none of a repository's
     * @throws AgentException of code {@code CONFIGURATION} where there is one that cannot be read
     */
    public static Optional<RepositoryConfig> find(Path cwd, Path ownConfig) {
        try {
            Path start = cwd.toRealPath();
            Path top = top(start);
            for (Path folder = start; folder != null && folder.startsWith(top); folder = folder.getParent()) {
                Path file = folder.resolve(PLACE);
                if (Files.isRegularFile(file) && !(Files.exists(ownConfig) && Files.isSameFile(file, ownConfig))) {
                    String text = ConfigFile.text(file);
                    return Optional.of(new RepositoryConfig(file.toRealPath(), text, hash(text)));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // a folder that cannot be looked into brings nothing along
        }
    }

    private static Path top(Path start) {
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(".git"))) { // a folder, or a file in a further worktree
                return folder;
            }
        }
        return start;
    }

    /** The hash of a file's content as it is now; empty where it cannot be read. */
    public static Optional<String> hashOf(String path) {
        try {
            Path file = Path.of(path);
            return Files.isRegularFile(file) ? Optional.of(hash(ConfigFile.text(file))) : Optional.empty();
        } catch (AgentException | InvalidPathException unreadable) {
            return Optional.empty();
        }
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * What holds with this file over a person's own config.
     *
     * @param known the agents that the person knows, those of the own config among them
     * @param notices told of keys that are not known, and of what was not taken
     * @throws AgentException of code {@code CONFIGURATION} for whatever is wrong in it
     */
    public Config over(Config own, Map<String, String> environment, Known known, Consumer<String> notices) {
        ObjectNode content = ConfigFile.parse(file.toString(), text);
        if (content.remove(HookReader.KEY) != null) {
            notices.accept(file + " " + HookReader.KEY + ": ignored, as only your own config can have commands run");
        }
        Config said = ConfigReader.read(file, content, environment, known);
        said.warnings().forEach(notices);
        return RepositoryMerge.merge(own, said, known, file.toString(), notices);
    }
}
