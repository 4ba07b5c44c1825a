package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder that one process alone is given, with its files; gone when the process is. */
record PrivateFolder(Optional<Path> path) {
    private static final Logger LOG = LoggerFactory.getLogger(PrivateFolder.class);

    /** Makes the folder, where the launch names files or the folder itself. */
    static PrivateFolder make(Path parent, String name, LaunchSpec spec) {
        boolean named = spec.command().stream().anyMatch(PrivateFolder::isNamed)
                || spec.environment().values().stream().anyMatch(PrivateFolder::isNamed);
        if (!named && spec.files().isEmpty()) {
            return new PrivateFolder(Optional.empty());
        }
        PrivateFolder made = new PrivateFolder(Optional.of(parent.resolve(name)));
        try {
            made.fill(spec.files());
            return made;
        } catch (IOException e) {
            made.remove();
            throw new AgentException(
                    ErrorCode.LAUNCH_FAILED, "the process's private folder cannot be written: " + IoReason.of(e), e);
        } catch (RuntimeException e) {
            made.remove();
            throw e;
        }
    }

    private static boolean isNamed(String text) {
        return text.contains(LaunchSpec.PRIVATE_FOLDER);
    }

    private void fill(Map<String, String> files) throws IOException {
        Path folder = PrivateFiles.folder(path.orElseThrow());
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path target = inside(folder, file.getKey());
            PrivateFiles.folder(Optional.ofNullable(target.getParent()).orElse(folder));
            PrivateFiles.write(target, file.getValue());
        }
    }

    private static Path inside(Path folder, String relative) {
        try {
            Path target = folder.resolve(relative).normalize();
            if (target.startsWith(folder) && !target.equals(folder)) {
                return target;
            }
        } catch (InvalidPathException e) {
            throw outside(relative, e);
        }
        throw outside(relative, new IllegalArgumentException(relative));
    }

    private static AgentException outside(String relative, Exception cause) {
        return new AgentException(
                ErrorCode.CONFIGURATION, "no path inside of the process's private folder: " + relative, cause);
    }

    /** The command with the folder's path in place of its name. */
    List<String> in(List<String> command) {
        return command.stream().map(this::in).toList();
    }

    /** The environment with the folder's path in place of its name. */
    Map<String, String> in(Map<String, String> environment) {
        Map<String, String> replaced = new TreeMap<>(environment);
        replaced.replaceAll((name, value) -> in(value));
        return replaced;
    }

    private String in(String text) {
        return path.map(folder -> text.replace(LaunchSpec.PRIVATE_FOLDER, folder.toString()))
                .orElse(text);
    }

    void remove() {
        path.ifPresent(folder -> {
            try {
                PrivateFiles.deleteTree(folder);
            } catch (IOException e) {
                LOG.warn("The private folder {} could not be removed: {}", folder, e.toString());
            }
        });
    }
}
