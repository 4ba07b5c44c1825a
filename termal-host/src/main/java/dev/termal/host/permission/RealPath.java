package dev.termal.host.permission;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Where a path leads, links and {@code ..} followed in order; what does not exist yet is taken as it is named. */
final class RealPath {
    private static final int MAX_LINKS = 40;

    /** Links below it lead each process somewhere else, such as {@code /proc/self/cwd}. */
    private static final Path PROCESSES = Path.of("/proc");

    private RealPath() {}

    /** The path; empty for one that is not absolute, goes round in links, or leads each process somewhere else. */
    static Optional<Path> of(Path path) {
        Path at = path.getRoot();
        if (at == null || !path.isAbsolute()) {
            return Optional.empty();
        }
        Deque<Path> names = new ArrayDeque<>();
        path.forEach(names::add);
        int links = 0;
        while (!names.isEmpty()) {
            Path name = names.remove();
            String word = name.toString();
            Path next = at.resolve(name);
            if (word.equals("..")) {
                at = Optional.ofNullable(at.getParent()).orElse(at);
            } else if (Files.isSymbolicLink(next)) {
                if (++links > MAX_LINKS || (at.startsWith(PROCESSES) && !at.equals(PROCESSES))) {
                    return Optional.empty();
                }
                try {
                    at = follow(at, Files.readSymbolicLink(next), names);
                } catch (IOException unreadable) {
                    return Optional.empty();
                }
            } else if (!word.equals(".") && !word.isEmpty()) {
                try {
                    at = Files.exists(next, LinkOption.NOFOLLOW_LINKS) ? next.toRealPath() : next;
                } catch (IOException leadsNowhere) {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(at);
    }

    /** Puts a link's target before the names that are left, and tells from where. */
    private static Path follow(Path at, Path target, Deque<Path> names) {
        for (int i = target.getNameCount() - 1; i >= 0; i--) {
            names.addFirst(target.getName(i));
        }
        Path from = at.resolve(target).getRoot();
        return target.isAbsolute() && from != null ? from : at;
    }
}
