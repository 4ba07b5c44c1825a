package dev.termal.host.chat.markdown;

import org.jline.utils.WCWidth;

/** Text of which each character has a style. Not for several threads. */
final class Styled {
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder styles = new StringBuilder(); // a style for each character
    private int width;

    static Styled of(String text, int style) {
        return new Styled().append(text, style);
    }

    Styled append(String more, int style) {
        more.codePoints().forEach(c -> append(c, style));
        return this;
    }

    Styled append(int codePoint, int style) {
        int before = text.length();
        text.appendCodePoint(codePoint);
        for (int i = before; i < text.length(); i++) {
            styles.append((char) style);
        }
        width += width(codePoint);
        return this;
    }

    Styled append(Styled other) {
        text.append(other.text);
        styles.append(other.styles);
        width += other.width;
        return this;
    }

    void clear() {
        text.setLength(0);
        styles.setLength(0);
        width = 0;
    }

    boolean isEmpty() {
        return text.length() == 0;
    }

    /** In columns of a terminal. */
    int width() {
        return width;
    }

    int length() {
        return text.length();
    }

    int codePointAt(int index) {
        return text.codePointAt(index);
    }

    int styleAt(int index) {
        return styles.charAt(index);
    }

    /** Columns of a character. */
    static int width(int codePoint) {
        return codePoint == '\t' ? 1 : Math.max(0, WCWidth.wcwidth(codePoint));
    }

    /** As a terminal wants it; ends as it begins, without a style. */
    String render(boolean colour) {
        if (!colour) {
            return text.toString();
        }
        StringBuilder out = new StringBuilder();
        int now = Style.PLAIN;
        for (int i = 0; i < text.length(); i++) {
            int wanted = styles.charAt(i);
            // a blank shows little of its style: leaving it as it is saves sequences
            if (wanted != now && (text.charAt(i) != ' ' || ((wanted ^ now) & Style.SEEN_ON_BLANKS) != 0)) {
                out.append(Style.change(now, wanted));
                now = wanted;
            }
            out.append(text.charAt(i));
        }
        return out.append(Style.change(now, Style.PLAIN)).toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
