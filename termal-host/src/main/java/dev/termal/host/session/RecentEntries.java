package dev.termal.host.session;

import dev.termal.api.AgentEvent.Notice.Level;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The end of a stream, as far as a bound of memory lets it be kept. Guarded by the lock of its log. */
final class RecentEntries {
    private final long bound;
    private final List<Weighed> entries = new ArrayList<>();
    private long appendedWeight;
    private long droppedWeight;
    private Optional<SessionEntry> placeOfDropped = Optional.empty();

    /** An entry and the weight of all up to it. */
    private record Weighed(SessionEntry entry, long weightUpTo) {}

    /** Nothing yet; the bound is in the unit of {@link EntryWeight}. */
    RecentEntries(long bound) {
        this.bound = bound;
    }

    void add(SessionEntry entry) {
        appendedWeight += EntryWeight.of(entry.body());
        entries.add(new Weighed(entry, appendedWeight));
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** The number of the oldest; there must be one. */
    long first() {
        return entries.get(0).entry().seq();
    }

    /** Whether the entry after a number is here. */
    boolean reachesBackTo(long seq) {
        return !isEmpty() && seq + 1 >= first();
    }

    /** The entry of a number. */
    SessionEntry get(long seq) {
        return entries.get((int) (seq - first())).entry();
    }

    Optional<SessionEntry> last() {
        return isEmpty()
                ? Optional.empty()
                : Optional.of(entries.get(entries.size() - 1).entry());
    }

    /** How much has been added after a number; what was dropped is not counted. */
    long weightAfter(long seq) {
        return appendedWeight
                - (seq < first()
                        ? droppedWeight
                        : entries.get((int) (seq - first())).weightUpTo());
    }

    /** Where there are too many, drops the oldest up to a number; in large steps, so that it costs little for each entry. */
    void dropUpTo(long seq) {
        if (appendedWeight - droppedWeight <= bound) {
            return;
        }
        int count = 0;
        while (count < entries.size() - 1
                && entries.get(count).entry().seq() <= seq
                && appendedWeight - entries.get(count).weightUpTo() > bound / 2) {
            count++;
        }
        if (count > 0) {
            Weighed last = entries.get(count - 1);
            droppedWeight = last.weightUpTo();
            placeOfDropped = Optional.of(inPlaceOf(last.entry()));
            entries.subList(0, count).clear();
        }
    }

    private static SessionEntry inPlaceOf(SessionEntry last) {
        return new SessionEntry(
                last.seq(),
                last.time(),
                last.turn(),
                new EntryBody.HostNotice(
                        Level.INFO,
                        "entries 1 to " + last.seq()
                                + " are no longer kept: the session's history in memory is bounded"));
    }

    /** A notice in the place of all that was dropped, under the number of the last; empty unless that is this one. */
    Optional<SessionEntry> placeOfDropped(long seq) {
        return placeOfDropped.filter(place -> place.seq() == seq);
    }
}
