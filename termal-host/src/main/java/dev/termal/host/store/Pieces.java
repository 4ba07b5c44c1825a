package dev.termal.host.store;

import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Joins adjacent pieces of one message or thought. Not for several threads. */
final class Pieces {
    /** A row stays small enough to be read for a part of it. */
    static final int MAX_CHARS = 64 * 1024;

    private final StringBuilder text = new StringBuilder();
    private final List<Integer> cuts = new ArrayList<>();
    private Optional<SessionEntry> first = Optional.empty();
    private long last;

    /** Takes a piece; false where it does not belong to those that are there. */
    boolean take(SessionEntry entry) {
        Optional<String> piece = EntryRow.piece(entry.body());
        if (piece.isEmpty() || !fits(entry, piece.get())) {
            return false;
        }
        if (first.isEmpty()) {
            first = Optional.of(entry);
        }
        text.append(piece.get());
        cuts.add(piece.get().length());
        last = entry.seq();
        return true;
    }

    private boolean fits(SessionEntry entry, String piece) {
        return first.isEmpty()
                || (entry.seq() == last + 1
                        && entry.turn() == first.get().turn()
                        && text.length() + piece.length() <= MAX_CHARS
                        && EntryRow.withText(entry.body(), "")
                                .equals(EntryRow.withText(first.get().body(), "")));
    }

    /** The pieces that are there as a row; none are there afterwards. */
    Optional<EntryRow> row() {
        Optional<EntryRow> row = first.map(entry -> {
            EntryBody joined = EntryRow.withText(entry.body(), text.toString());
            return new EntryRow(
                    entry.seq(),
                    new SessionEntry(last, entry.time(), entry.turn(), joined),
                    cuts.size() == 1 ? List.of() : cuts);
        });
        first = Optional.empty();
        text.setLength(0);
        cuts.clear();
        return row;
    }
}
