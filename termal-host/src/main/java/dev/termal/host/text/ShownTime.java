package dev.termal.host.text;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Times as people read them: of this place, to the minute. */
public final class ShownTime {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

    private ShownTime() {}

    /** The time. */
    public static String of(Instant instant) {
        return TIME.format(instant);
    }
}
