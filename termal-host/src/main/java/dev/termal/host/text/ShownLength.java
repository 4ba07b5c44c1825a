package dev.termal.host.text;

import java.time.Duration;
import java.util.Locale;

/** How long something took, as people read it: the more, the less exactly. */
public final class ShownLength {
    private ShownLength() {}

    /** Such as {@code 0.2 s}, {@code 3 min 5 s} or {@code 2 h 10 min}. */
    public static String of(Duration length) {
        return length.toMinutes() > 0
                ? inSeconds(length)
                : String.format(Locale.ROOT, "%.1f s", length.toMillis() / 1000.0);
    }

    /** The same in whole seconds, for what still runs. */
    public static String inSeconds(Duration length) {
        if (length.toHours() > 0) {
            return length.toHours() + " h " + length.toMinutesPart() + " min";
        }
        return length.toMinutes() > 0
                ? length.toMinutes() + " min " + length.toSecondsPart() + " s"
                : length.toSeconds() + " s";
    }
}
