package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a person may call a session. */
final class SessionName {
    private static final int MAX = 64;

    /** The beginning of a key, or all of it. Digits alone may be a date. */
    private static final Pattern KEY_LIKE = Pattern.compile("(?=.*[a-f])[0-9a-f]{8}[0-9a-f-]*");

    private SessionName() {}

    /** Refuses what is no name for a session. */
    static String checked(String name) {
        boolean good = !name.isBlank()
                && name.equals(name.strip())
                && !name.startsWith("-")
                && name.codePointCount(0, name.length()) <= MAX
                && name.codePoints().noneMatch(SessionName::isUnseen);
        if (!good) {
            throw wrong("\"" + escaped(name) + "\" is no name for a session: a name has 1 to " + MAX
                    + " characters, does not begin with -, has no blanks at its ends, and no line ends or other"
                    + " characters that cannot be seen");
        }
        return name;
    }

    /** Refuses as well what was more likely meant as the key of a session that is there. */
    static String checkedAsNew(String name) {
        if (KEY_LIKE.matcher(name).matches()) {
            throw new AgentException(
                    ErrorCode.SESSION_NOT_FOUND,
                    "there is no session whose key begins with " + name
                            + "; to begin one that is called so, ask for a new one (--new)");
        }
        return checked(name);
    }

    private static boolean isUnseen(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> true;
            default -> false;
        };
    }

    /** At most a little more than a name can have, with what cannot be seen in Java's notation. */
    private static String escaped(String name) {
        String shown = name.codePoints()
                .limit(MAX)
                .mapToObj(c -> isUnseen(c) ? String.format("\\u%04x", c) : Character.toString(c))
                .collect(Collectors.joining());
        return name.codePointCount(0, name.length()) > MAX ? shown + "…" : shown;
    }

    private static AgentException wrong(String message) {
        return new AgentException(ErrorCode.CONFIGURATION, message);
    }
}
