package dev.termal.host.permission;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/** Where a path leads, links and {@code ..} followed in order; what does not exist yet is taken as it is named. */
final class RealPath {
    private RealPath() {}

    /** The path; empty for one that is not absolute, or leads through a link to nowhere. */
    static Optional<Path> of(Path path) {
        Path at = path.getRoot();
        if (at == null || !path.isAbsolute()) {
            return Optional.empty();
        }
        for (Path name : path) {
            String word = name.toString();
            if (word.equals("..")) {
                at = Optional.ofNullable(at.getParent()).orElse(at);
            } else if (!word.equals(".") && !word.isEmpty()) {
                Path next = at.resolve(name);
                if (Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
                    try {
                        next = next.toRealPath();
                    } catch (IOException leadsNowhere) {
                        return Optional.empty();
                    }
                }
                at = next;
            }
        }
        return Optional.of(at);
    }
}
