package dev.termal.host.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people write them: {@code 500ms}, {@code 5s}, {@code 10m}, {@code 1h30m}. */
public final class Durations {
    /** For error messages. */
    public static final String GRAMMAR = "a length of time such as 500ms, 5s, 10m or 1h30m";

    private static final Pattern FORM =
            Pattern.compile("(?:(\\d{1,6})h)?(?:(\\d{1,8})m(?!s))?(?:(\\d{1,9})s)?(?:(\\d{1,12})ms)?");

    private Durations() {}

    /** The length; empty where the text is none, or is zero. */
    public static Optional<Duration> parse(String text) {
        Matcher m = FORM.matcher(text.strip());
        if (!m.matches()) {
            return Optional.empty();
        }
        Duration length = Duration.ofHours(part(m, 1))
                .plusMinutes(part(m, 2))
                .plusSeconds(part(m, 3))
                .plusMillis(part(m, 4));
        return length.isZero() ? Optional.empty() : Optional.of(length);
    }

    private static long part(Matcher m, int group) {
        return m.group(group) == null ? 0 : Long.parseLong(m.group(group));
    }

    /** What is wrong with a text that is no length, in words that follow it. */
    public static String problem(String text) {
        boolean none = !text.isBlank() && FORM.matcher(text.strip()).matches();
        return none ? "is no time at all: give more than 0" : "is not " + GRAMMAR;
    }

    /** The same form, for messages. */
    public static String format(Duration length) {
        StringBuilder text = new StringBuilder();
        append(text, length.toHours(), "h");
        append(text, length.toMinutesPart(), "m");
        append(text, length.toSecondsPart(), "s");
        append(text, length.toMillisPart(), "ms");
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static void append(StringBuilder text, long amount, String unit) {
        if (amount > 0) {
            text.append(amount).append(unit);
        }
    }
}
