package dev.termal.host.event;

import java.util.List;
import java.util.OptionalLong;

/**
 * Some entries of a session as it is kept, in order. Pieces of one message that came together are one entry here; its number
 * is that of the last piece.
 *
 * @param rewindTo where entries after the number that was asked from were shown and then lost, since the host was killed: the
 *     number of the last entry before them that is kept. Who has shown more than that takes it back; the page follows it.
 * @param more whether there are further entries behind these
 */
public record EntryPage(List<SessionEntry> entries, OptionalLong rewindTo, boolean more) {
    /** Copies its list. */
    public EntryPage {
        entries = List.copyOf(entries);
    }
}
