package dev.termal.host.permission;

import dev.termal.host.text.Wildcard;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The files that a rule is about: names apart by {@code /}, with {@code *} for any characters of one name and {@code **} alone
 * for any folders, none too.
 *
 * @param text as it stands in the rule
 * @param written its names, the file system's root first
 * @param real the same as the file system leads there; empty where it cannot be told
 */
record PathPattern(String text, List<String> written, Optional<List<String>> real) {
    private static final String DEEP = "**";

    PathPattern {
        written = List.copyOf(written);
    }

    /**
     * A pattern for a session.
     *
     * @param text begins with the root, with {@code ~} for the home, or else is in the session's folder
     */
    static PathPattern of(String text, Path folder, Path home) {
        String slashed = text.replace('\\', '/');
        Path base = folder;
        String rest = slashed;
        if (slashed.equals("~") || slashed.startsWith("~/")) {
            base = home;
            rest = slashed.substring(1);
        } else if (slashed.startsWith("/")) {
            base = Optional.ofNullable(folder.getRoot()).orElse(folder);
        } else if (slashed.matches("[A-Za-z]:/.*")) {
            base = Path.of(slashed.substring(0, 3));
            rest = slashed.substring(3);
        }
        List<String> names = names(rest);
        int plain = 0;
        while (plain < names.size() && !Wildcard.isIn(names.get(plain))) {
            plain++;
        }
        Path prefix = base;
        for (String name : names.subList(0, plain)) {
            prefix = prefix.resolve(name);
        }
        List<String> tail = names.subList(plain, names.size());
        return new PathPattern(
                text, joined(prefix.normalize(), tail), RealPath.of(prefix).map(path -> joined(path, tail)));
    }

    /** Exactly a file, as it was found to be; no link that is put there later makes it another. */
    static PathPattern exactly(Path real) {
        return new PathPattern(real.toString(), names(real), Optional.of(names(real)));
    }

    private static List<String> names(String path) {
        List<String> names = new ArrayList<>();
        for (String name : path.split("/")) {
            if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        return names;
    }

    private static List<String> joined(Path prefix, List<String> tail) {
        List<String> names = new ArrayList<>(names(prefix));
        names.addAll(tail);
        return names;
    }

    private static List<String> names(Path path) {
        List<String> names = new ArrayList<>();
        Optional.ofNullable(path.getRoot()).ifPresent(root -> names.add(root.toString()));
        path.forEach(name -> names.add(name.toString()));
        return names;
    }

    /** Whether a real path is such a one, to the letter. */
    boolean matches(Path realPath) {
        return real.filter(pattern -> matches(pattern, names(realPath))).isPresent();
    }

    /**
     * Whether a path may be such a one: upper and lower case, the ways to write one letter, and dots and blanks at a name's
     * end are the same here, as they are to some file systems.
     */
    boolean mayBe(Path path) {
        List<String> names = folded(names(path));
        return matches(folded(written), names)
                || real.filter(pattern -> matches(folded(pattern), names)).isPresent();
    }

    /** Whether some file may be such a one and one that the shell puts in for a pattern of its own. */
    boolean mayMeet(Path glob) {
        List<String> names =
                folded(names(glob.normalize())).stream().map(PathPattern::loose).toList();
        return meet(folded(written), names)
                || real.filter(pattern -> meet(folded(pattern), names)).isPresent();
    }

    /** A name of a shell's pattern with {@code *} for all that stands for other characters. */
    private static String loose(String name) {
        return name.equals(DEEP) ? name : name.replaceAll("\\[[^]]*]|\\?|\\[", "*");
    }

    private static boolean meet(List<String> names, List<String> shell) {
        return Wildcard.meet(names, shell, DEEP, (name, glob) -> {
            boolean hidden = name.startsWith(".") && glob.startsWith("*"); // which a shell does not put in
            return !hidden && Wildcard.meet(name, glob);
        });
    }

    private static List<String> folded(List<String> names) {
        return names.stream().map(name -> Wildcard.folded(withoutEnding(name))).toList();
    }

    private static String withoutEnding(String name) {
        int end = name.length();
        while (end > 0 && (name.charAt(end - 1) == '.' || name.charAt(end - 1) == ' ')) {
            end--;
        }
        return end == 0 ? name : name.substring(0, end);
    }

    /** Whether it matches whatever the other matches. */
    boolean covers(PathPattern other) {
        return real.isPresent() && other.real.isPresent() && matches(real.get(), other.real.get());
    }

    /** As {@link Wildcard#matches}, with names for characters. */
    private static boolean matches(List<String> pattern, List<String> names) {
        int p = 0;
        int n = 0;
        int deep = -1;
        int resume = 0;
        while (n < names.size()) {
            if (p < pattern.size() && pattern.get(p).equals(DEEP)) {
                deep = p++;
                resume = n;
            } else if (p < pattern.size()
                    && !names.get(n).equals(DEEP) // of another pattern, which only such a one covers
                    && Wildcard.matches(pattern.get(p), names.get(n))) {
                p++;
                n++;
            } else if (deep >= 0) {
                p = deep + 1;
                n = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.size() && pattern.get(p).equals(DEEP)) {
            p++;
        }
        return p == pattern.size();
    }

    @Override
    public String toString() {
        return text;
    }
}
