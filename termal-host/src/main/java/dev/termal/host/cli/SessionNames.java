package dev.termal.host.cli;

import java.util.Iterator;
import java.util.List;

/** The names of sessions, for completion: what they are is asked when somebody completes, not when the script is made. */
final class SessionNames implements Iterable<String> {
    /** Stands for them in the script. */
    static final String MARK = "__termal_session_names";

    @Override
    public Iterator<String> iterator() {
        return List.of(MARK).iterator();
    }
}
