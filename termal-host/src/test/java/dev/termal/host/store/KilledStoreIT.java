package dev.termal.host.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredTurn;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hosts that are killed at random points: what is kept is what was shown, short by some last chunks at most. */
@Timeout(600)
class KilledStoreIT {
    /** In lanes, since a child spends its time with starting. Each child goes on with what the one before left. */
    private static final int LANES = 2;

    private static final int KILLS_A_LANE = 50;
    private static final EntryJson JSON =
            new EntryJson(SessionKey.random(), new AgentId("sample"), new EngineId("one"));

    @TempDir
    private Path folder;

    /** What a child has shown. */
    private record Shown(long seq, long time, boolean bracket, String body) {
        static Shown of(String line) {
            String[] parts = line.split("\t", 4);
            return new Shown(
                    Long.parseLong(parts[0]), Long.parseLong(parts[1]), Boolean.parseBoolean(parts[2]), parts[3]);
        }
    }

    @Test
    void aHundredKills() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        ChildClasses classes = ChildClasses.here().archived(Files.createDirectory(folder.resolve("classes")));
        Executor lanes = Executors.newFixedThreadPool(LANES);
        List<CompletableFuture<Losses>> running = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            Path home = folder.resolve("lane" + lane);
            Random random = new Random(seed + lane);
            CompletableFuture<Losses> result = new CompletableFuture<>();
            running.add(result);
            lanes.execute(() -> {
                try {
                    result.complete(lane(classes, home, random));
                } catch (Exception | Error e) {
                    result.completeExceptionally(new AssertionError("seed " + seed, e));
                }
            });
        }
        for (CompletableFuture<Losses> lane : running) {
            System.out.println(lane.join());
        }
    }

    private record Losses(int kills, int withLoss, long mostChunks, long mostMillis) {}

    private static Losses lane(ChildClasses classes, Path home, Random random) throws Exception {
        int withLoss = 0;
        long mostChunks = 0;
        long mostMillis = 0;
        for (int kill = 0; kill < KILLS_A_LANE; kill++) {
            List<Shown> shown = killed(classes, home, random);
            List<Shown> lost = check(home, shown);
            if (!lost.isEmpty()) {
                withLoss++;
                mostChunks = Math.max(mostChunks, lost.size());
                mostMillis = Math.max(
                        mostMillis,
                        lost.get(lost.size() - 1).time() - lost.get(0).time());
            }
        }
        settled(home);
        return new Losses(KILLS_A_LANE, withLoss, mostChunks, mostMillis);
    }

    /** Starts a host, kills it after some of its lines, and gives all that it has shown. */
    private static List<Shown> killed(ChildClasses classes, Path home, Random random) throws Exception {
        List<Shown> shown = new ArrayList<>();
        try (StoreChild child = StoreChild.start(classes, List.of(), home, random.nextLong(), 1_000)) {
            int lines = random.nextInt(200);
            for (int i = 0; i < lines; i++) {
                child.line().map(Shown::of).ifPresent(shown::add);
            }
            child.kill();
            child.rest().forEach(line -> shown.add(Shown.of(line)));
        }
        return shown;
    }

    /** Gives what was shown and is not kept. */
    private static List<Shown> check(Path home, List<Shown> shown) {
        try (Database database = Database.connect(home.resolve("termal.db"))) {
            assertEquals(List.of("ok"), database.query(row -> row.getString(1), "PRAGMA integrity_check"));
            TreeMap<Long, String> kept = new TreeMap<>();
            if (shown.isEmpty()) {
                return List.of(); // killed before it showed anything, maybe before it made a table
            }
            long session = database.number("SELECT id FROM session").orElse(0L);
            Entries.between(database, session, shown.get(0).seq(), Long.MAX_VALUE >> 24, Integer.MAX_VALUE)
                    .forEach(row -> spread(row, kept));
            long last = kept.isEmpty() ? 0 : kept.lastKey();
            for (Shown each : shown) {
                if (each.seq() <= last) {
                    assertEquals(each.body(), kept.get(each.seq()), "entry " + each.seq());
                }
            }
            List<Shown> lost = shown.stream().filter(each -> each.seq() > last).toList();
            lost.forEach(each -> assertTrue(!each.bracket(), () -> "lost: " + each));
            return lost;
        }
    }

    /** A row as the entries that it stands for. */
    private static void spread(EntryRow row, TreeMap<Long, String> entries) {
        EntryBody body = row.entry().body();
        if (row.cuts().isEmpty()) {
            entries.put(row.entry().seq(), Json.line(JSON.json(body).orElseThrow()));
            return;
        }
        String text = EntryRow.piece(body).orElseThrow();
        int from = 0;
        for (int i = 0; i < row.cuts().size(); i++) {
            String piece = text.substring(from, from + row.cuts().get(i));
            from += row.cuts().get(i);
            entries.put(
                    row.first() + i,
                    Json.line(JSON.json(EntryRow.withText(body, piece)).orElseThrow()));
        }
    }

    /** Opened once more, no turn is open, and each that a kill cut short says so. */
    private static void settled(Path home) throws Exception {
        try (StoreRig rig = new StoreRig(home)) {
            StoredSession session = rig.store.named("s").get(0);
            rig.open(session.key()).close();
            List<StoredTurn> turns = rig.store.turns(session.key());
            assertTrue(turns.stream().allMatch(turn -> turn.ended().isPresent()), turns::toString);
            assertTrue(turns.stream().anyMatch(turn -> turn.outcome().orElseThrow() == Outcome.INTERRUPTED));
            assertEquals(
                    StoredSession.State.IDLE,
                    rig.store.byKey(session.key()).orElseThrow().state());
        }
    }
}
