package dev.termal.host.chat.markdown;

import java.util.OptionalInt;

/**
 * Emphasis, code and links within a line. What a mark means depends on what follows it, up to a bound, and never on how much
 * of it is there yet: an undecided mark is left for later.
 */
final class Inline {
    /** A mark without its counterpart within so many characters stands for itself. */
    static final int LOOKAHEAD = 800;

    private static final int DEPTH = 5;

    /** Told character by character. */
    interface Sink {
        void add(int codePoint, int style);
    }

    private final boolean colour;
    private final Sink sink;

    /**
     * Hands on to this sink.
     *
     * @param colour whether styles are seen; where not, code keeps its marks
     */
    Inline(boolean colour, Sink sink) {
        this.colour = colour;
        this.sink = sink;
    }

    /** Hands on what is decided from here on, and tells where that ends. */
    int consume(String text, int from, boolean whole, int style) {
        return consume(text, from, whole, style, 0);
    }

    private int consume(String text, int from, boolean whole, int style, int depth) {
        int at = from;
        while (at < text.length()) {
            int next = depth < DEPTH ? step(text, at, whole, style, depth) : literal(text, at, style);
            if (next < 0) {
                return at;
            }
            at = next;
        }
        return at;
    }

    /** Where it goes on behind what stands here; negative where that is not decided. */
    private int step(String text, int at, boolean whole, int style, int depth) {
        char c = text.charAt(at);
        boolean undecided = !whole && text.length() - at < LOOKAHEAD;
        return switch (c) {
            case '\\' -> escape(text, at, whole, style);
            case '`' -> code(text, at, undecided, style);
            case '*', '_', '~' -> emphasis(text, at, undecided, style, depth);
            case '[', '!' -> link(text, at, undecided, style, depth);
            default ->
                Character.isHighSurrogate(c) && at + 1 == text.length() && !whole ? -1 : literal(text, at, style);
        };
    }

    private int literal(String text, int at, int style) {
        int c = text.codePointAt(at);
        sink.add(c, style);
        return at + Character.charCount(c);
    }

    private int literal(String text, int at, int end, int style) {
        int i = at;
        while (i < end) {
            i = literal(text, i, style);
        }
        return end;
    }

    private int escape(String text, int at, boolean whole, int style) {
        if (at + 1 == text.length()) {
            return whole ? literal(text, at, style) : -1;
        }
        boolean escapes = "\\`*_{}[]()#+-.!~|<>\"".indexOf(text.charAt(at + 1)) >= 0;
        return literal(text, escapes ? at + 1 : at, style);
    }

    private static int runEnd(String text, int at) {
        int end = at;
        int most = Math.min(text.length(), at + LOOKAHEAD);
        while (end < most && text.charAt(end) == text.charAt(at)) {
            end++;
        }
        return end;
    }

    private int code(String text, int at, boolean undecided, int style) {
        int start = runEnd(text, at);
        int length = start - at;
        for (int i = text.indexOf('`', start); i >= 0; i = text.indexOf('`', i)) {
            int end = runEnd(text, i);
            if (end == text.length() && undecided) {
                return -1; // the run may go on
            }
            if (end >= at + LOOKAHEAD) { // as long as it is undecided there is less than that
                break;
            }
            if (end - i == length) {
                if (colour) {
                    String code = text.substring(start, i);
                    boolean padded = code.length() > 2 && code.startsWith(" ") && code.endsWith(" ");
                    String bare = padded ? code.substring(1, code.length() - 1) : code;
                    literal(bare, 0, bare.length(), style | Style.CYAN);
                } else {
                    literal(text, at, end, style);
                }
                return end;
            }
            i = end;
        }
        return undecided ? -1 : literal(text, at, start, style);
    }

    private int emphasis(String text, int at, boolean undecided, int style, int depth) {
        char mark = text.charAt(at);
        int start = runEnd(text, at);
        if (start == text.length() && undecided) {
            return -1;
        }
        int length = start - at;
        boolean opens = start < text.length()
                && !Character.isWhitespace(text.charAt(start))
                && length <= 3
                && (mark != '~' || length == 2)
                && (mark != '_' || at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1)));
        if (!opens) {
            return literal(text, at, start, style);
        }
        OptionalInt close = closing(text, start, at + LOOKAHEAD, length, undecided);
        if (close.isEmpty()) {
            return undecided ? -1 : literal(text, at, start, style);
        }
        if (close.getAsInt() < 0) {
            return -1;
        }
        int inner = style
                | switch (mark) {
                    case '~' -> Style.STRIKE;
                    default -> (length >= 2 ? Style.BOLD : 0) | (length != 2 ? Style.ITALIC : 0);
                };
        consume(text.substring(start, close.getAsInt()), 0, true, inner, depth + 1);
        return close.getAsInt() + length;
    }

    /** Where the counterpart of a mark is; negative where its end is not there yet, empty where there is none. */
    private static OptionalInt closing(String text, int from, int limit, int length, boolean undecided) {
        char mark = text.charAt(from - 1);
        for (int i = text.indexOf(mark, from); i >= 0; i = text.indexOf(mark, i)) {
            int end = runEnd(text, i);
            if (end == text.length() && undecided) {
                return OptionalInt.of(-1);
            }
            if (end >= limit) { // as long as it is undecided there is less than that
                break;
            }
            boolean fits = length == 1 ? end - i == 1 : end - i >= length;
            boolean afterWord = !Character.isWhitespace(text.charAt(i - 1));
            boolean ends = mark != '_' || end == text.length() || !Character.isLetterOrDigit(text.charAt(end));
            if (fits && afterWord && ends) {
                return OptionalInt.of(end - length);
            }
            i = end;
        }
        return OptionalInt.empty();
    }

    private int link(String text, int at, boolean undecided, int style, int depth) {
        boolean image = text.charAt(at) == '!';
        int open = image ? at + 1 : at;
        if (open >= text.length()) {
            return undecided ? -1 : literal(text, at, style);
        }
        if (text.charAt(open) != '[') {
            return literal(text, at, style);
        }
        int limit = Math.min(text.length(), at + LOOKAHEAD);
        int label = matching(text, open, '[', ']', limit);
        if (label < 0 || (label + 1 == text.length() && undecided)) {
            return undecided ? -1 : literal(text, at, style);
        }
        if (label + 1 >= limit || text.charAt(label + 1) != '(') {
            return literal(text, at, style);
        }
        int end = matching(text, label + 1, '(', ')', limit);
        if (end < 0) {
            return undecided ? -1 : literal(text, at, style);
        }
        String name = text.substring(open + 1, label);
        String target = text.substring(label + 2, end).strip();
        if (image) {
            literal("image: ", 0, 7, style | Style.DIM);
        }
        consume(name, 0, true, style | Style.UNDERLINE, depth + 1);
        if (!target.equals(name) && !target.isEmpty()) {
            // always in view: what a link says it is need not be where it leads
            String shown = " (" + target + ")";
            literal(shown, 0, shown.length(), style | Style.DIM);
        }
        return end + 1;
    }

    private static int matching(String text, int open, char opening, char closing, int limit) {
        int depth = 0;
        for (int i = open; i < limit; i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == opening) {
                depth++;
            } else if (c == closing && --depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
