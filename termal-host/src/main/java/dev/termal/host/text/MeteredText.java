package dev.termal.host.text;

/**
 * Text that can be read only so many times: a pattern comes from an agent, and one that backtracks without end must not
 * take a thread with it.
 */
public final class MeteredText implements CharSequence {
    private final CharSequence text;
    private final int[] left;

    /** It was read too often. */
    public static final class UsedUp extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UsedUp() {
            super("pattern takes too long", null, false, false);
        }
    }

    /** A text of which so many characters can be read, repeated reads counted. */
    public MeteredText(CharSequence text, int reads) {
        this(text, new int[] {reads});
    }

    private MeteredText(CharSequence text, int[] left) {
        this.text = text;
        this.left = left;
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        if (left[0]-- <= 0) {
            throw new UsedUp();
        }
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new MeteredText(text.subSequence(start, end), left);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
