package dev.termal.host.tool;

import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Paths within a session's folders, by where they really lead: a link out of them is refused as a path out of them is. */
final class Confined {
    private final List<Path> folders;

    Confined(List<Path> sessionFolders) {
        folders = sessionFolders;
    }

    /** Where a path leads. Relative ones start in the session's working folder. */
    Path real(String path) {
        Path wanted;
        try {
            wanted = folders.get(0).resolve(path);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("not a path: " + path, e);
        }
        List<Path> roots = new ArrayList<>();
        for (Path folder : folders) {
            try {
                roots.add(folder.toRealPath());
            } catch (IOException gone) {
                // nothing is in it
            }
        }
        // what is outside is not even said to be there or not
        Path named = wanted.normalize();
        if (folders.stream().noneMatch(named::startsWith) && roots.stream().noneMatch(named::startsWith)) {
            throw outside(path);
        }
        Path real;
        try {
            real = wanted.toRealPath();
        } catch (IOException e) {
            throw new IllegalArgumentException(path + ": " + IoReason.of(e), e);
        }
        if (roots.stream().noneMatch(real::startsWith)) {
            throw outside(path);
        }
        return real;
    }

    private static IllegalArgumentException outside(String path) {
        return new IllegalArgumentException(path + " is outside of the session's folders");
    }

    /** A path as short as it can be told. */
    String shown(Path real) {
        try {
            Path first = folders.get(0).toRealPath();
            return real.startsWith(first) && !real.equals(first)
                    ? first.relativize(real).toString()
                    : real.toString();
        } catch (IOException e) {
            return real.toString();
        }
    }
}
