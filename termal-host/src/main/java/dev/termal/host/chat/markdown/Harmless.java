package dev.termal.host.chat.markdown;

import dev.termal.host.cli.output.PlainText;

/**
 * Makes text that comes in pieces harmless, as {@link PlainText#clean} does with whole text: a sequence of a terminal may be
 * cut anywhere. Not for several threads.
 */
final class Harmless {
    private static final int MAX_SEQUENCE = 256; // a longer one is none, and is shown
    private static final char ESCAPE = '\u001B';

    private final StringBuilder sequence = new StringBuilder(); // begun and not ended

    /** What is decided, with what was held before. */
    String append(String piece) {
        if (sequence.length() == 0 && piece.indexOf(ESCAPE) < 0) {
            return PlainText.clean(piece);
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < piece.length(); i++) {
            char c = piece.charAt(i);
            if (sequence.length() > 0 || c == ESCAPE) {
                inSequence(c, out);
            } else {
                out.append(c);
            }
        }
        return PlainText.clean(out.toString());
    }

    /** What is left. */
    String end() {
        String rest = sequence.toString().replace(ESCAPE, '\uFFFD');
        sequence.setLength(0);
        return PlainText.clean(rest);
    }

    private void inSequence(char c, StringBuilder out) {
        boolean string = sequence.length() > 1 && sequence.charAt(1) == ']';
        if (c == ESCAPE && !string) {
            out.append(end());
        }
        sequence.append(c);
        int length = sequence.length();
        if (length == 1) {
            return;
        }
        if (length == 2 && c != '[' && c != ']') {
            out.append(end()); // no sequence that moves or colours: only its first character does harm
        } else if (length > 2 && string) {
            boolean ended = c == '\u0007' || (c == '\\' && sequence.charAt(length - 2) == ESCAPE);
            if (ended) {
                sequence.setLength(0);
            } else if (length > MAX_SEQUENCE || c == '\n') {
                out.append(end());
            }
        } else if (length > 2) {
            if (c >= '@' && c <= '~') {
                sequence.setLength(0);
            } else if (c < ' ' || c > '?' || length > MAX_SEQUENCE) {
                out.append(end());
            }
        }
    }
}
