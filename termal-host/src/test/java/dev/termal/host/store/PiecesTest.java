package dev.termal.host.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Joining loses nothing: from any number on, rows say what the entries said. */
class PiecesTest {
    private static final EntryBody USAGE =
            StoreRig.said(new AgentEvent.Extension("x", new dev.termal.api.RawJson("1")));

    private static List<EntryRow> rows(List<SessionEntry> entries) {
        List<EntryRow> rows = new ArrayList<>();
        Pieces pieces = new Pieces();
        for (SessionEntry entry : entries) {
            if (!pieces.take(entry)) {
                pieces.row().ifPresent(rows::add);
                if (!pieces.take(entry)) {
                    rows.add(EntryRow.of(entry));
                }
            }
        }
        pieces.row().ifPresent(rows::add);
        return rows;
    }

    private static EntryBody message(String text, String id) {
        return StoreRig.said(
                new AgentEvent.MessageChunk(AgentEvent.Role.AGENT, ContentBlock.text(text), Optional.of(id)));
    }

    private static String text(SessionEntry entry) {
        return EntryRow.piece(entry.body()).orElse("|" + entry.seq() + "|");
    }

    private static String text(List<SessionEntry> entries) {
        return entries.stream().map(PiecesTest::text).collect(Collectors.joining());
    }

    @Test
    void anyEntriesFromAnyNumberOn() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<SessionEntry> entries = new ArrayList<>();
            for (int seq = 1; seq <= 30; seq++) {
                int kind = random.nextInt(8);
                EntryBody body = kind == 0
                        ? USAGE
                        : kind == 1
                                ? StoreRig.said(AgentEvent.ThoughtChunk.text("t" + seq + " "))
                                : message("ü".repeat(random.nextInt(4)) + seq + " ", kind < 4 ? "a" : "b");
                entries.add(StoreRig.entry(seq, seq / 17, body));
            }
            List<EntryRow> rows = rows(entries);
            for (int known = 0; known <= 30; known++) {
                long after = known;
                List<SessionEntry> wanted =
                        entries.stream().filter(entry -> entry.seq() > after).toList();
                List<SessionEntry> read = rows.stream()
                        .filter(row -> row.entry().seq() > after)
                        .map(row -> row.after(after))
                        .toList();
                assertEquals(text(wanted), text(read), "seed " + seed + ", after " + known);
            }
        }
    }

    @Test
    void piecesOfOneMessageAreOneRowAndThoseOfTwoAreTwo() {
        List<EntryRow> rows = rows(List.of(
                StoreRig.entry(1, 1, message("a", "m1")),
                StoreRig.entry(2, 1, message("b", "m1")),
                StoreRig.entry(3, 1, message("c", "m2")),
                StoreRig.entry(4, 1, StoreRig.said(AgentEvent.ThoughtChunk.text("d"))),
                StoreRig.entry(5, 2, StoreRig.said(AgentEvent.ThoughtChunk.text("e")))));
        assertEquals(
                List.of("1-2 ab", "3-3 c", "4-4 d", "5-5 e"),
                rows.stream()
                        .map(row -> row.first() + "-" + row.entry().seq() + " " + text(row.entry()))
                        .toList());
    }

    @Test
    void aRowIsBounded() {
        List<SessionEntry> entries = new ArrayList<>();
        for (int seq = 1; seq <= 100; seq++) {
            entries.add(StoreRig.entry(seq, 1, message("x".repeat(4_000), "m")));
        }
        List<EntryRow> rows = rows(entries);
        assertEquals(
                text(entries),
                rows.stream().map(EntryRow::entry).map(PiecesTest::text).collect(Collectors.joining()));
        assertTrue(rows.stream().allMatch(row -> text(row.entry()).length() <= Pieces.MAX_CHARS));
    }
}
