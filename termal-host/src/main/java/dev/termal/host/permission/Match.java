package dev.termal.host.permission;

/** Whether a rule is about a call. */
enum Match {
    NO,
    /** It cannot be told, as with a command that only its shell can read. */
    UNSURE,
    YES;

    Match and(Match other) {
        return compareTo(other) < 0 ? this : other;
    }

    Match or(Match other) {
        return compareTo(other) > 0 ? this : other;
    }

    static Match of(boolean yes) {
        return yes ? YES : NO;
    }
}
