package dev.termal.host.process;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A variable in a child's environment by which its descendants are found again, also those that left its group and session.
 *
 * <p>Its value is a list, as a child may be a host itself: a descendant then carries the marks of all of them.
 *
 * @param value the mark of one child: the host's and a number; fit for file names
 */
record ProcessMarker(String value) {
    /** The variable. */
    static final String VARIABLE = "TERMAL_PROCESS";

    /** The mark that all children of this host carry. */
    static final String HOST = randomName();

    private static final String END = ";"; // or 1 would be found in 12
    private static final AtomicLong NEXT = new AtomicLong();

    static ProcessMarker next() {
        return new ProcessMarker(HOST + "." + NEXT.incrementAndGet());
    }

    /** The variable's value for a child of a host that runs in this environment. */
    String addedTo(Map<String, String> inherited) {
        return Optional.ofNullable(inherited.get(VARIABLE)).orElse("") + value + END;
    }

    /** Whether a process carries this mark; no where the platform does not tell. */
    boolean isOn(long pid) {
        return ProcFs.environmentHolds(pid, value + END);
    }

    private static String randomName() {
        byte[] bytes = new byte[12];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
