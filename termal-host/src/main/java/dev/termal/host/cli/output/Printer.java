package dev.termal.host.cli.output;

import dev.termal.host.SessionPlan;
import dev.termal.host.TermalSession;
import dev.termal.host.event.SessionEntry;
import java.util.List;

/** Prints one session. Calls come one at a time. */
public interface Printer {
    /**
     * What will be opened; comes first.
     *
     * @param warnings what a person should know of config and plugins
     */
    void planned(SessionPlan plan, List<String> warnings);

    /** The session is there; comes before its entries. */
    void opened(TermalSession session);

    /** The next entry. */
    void entry(SessionEntry entry);
}
