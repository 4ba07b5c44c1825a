package dev.termal.host.hook;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a person can have a command run for. */
public enum HookEvent {
    /** A turn has ended well. */
    TURN_DONE,
    /** The agent waits for a person's answer. */
    NEEDS_INPUT,
    /** A turn has ended otherwise, but for one that was cancelled; or an agent could not be started. */
    FAILED;

    /** The word for it in the config file and in what a command reads. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All words. */
    public static List<String> words() {
        return Arrays.stream(values()).map(HookEvent::word).toList();
    }
}
