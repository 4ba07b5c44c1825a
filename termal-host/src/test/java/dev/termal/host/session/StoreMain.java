package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentId;
import dev.termal.api.ContentBlock;
import dev.termal.api.EngineId;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredSession.Wishes;
import dev.termal.host.event.TurnReport;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.Json;
import dev.termal.host.store.SessionJournal;
import dev.termal.host.store.SessionStore;
import dev.termal.host.store.StoreRig;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;

/**
 * A host without agents, to be killed: a session whose stream is real and whose turns are made up. It shows each entry as a
 * line, with its number, when the stream does.
 */
public final class StoreMain {
    private static final EntryJson JSON =
            new EntryJson(StoreRig.session("", "/").key(), new AgentId("sample"), new EngineId("one"));

    private final OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));

    private StoreMain() {}

    /** Arguments: the folder of the store, a seed, how many turns at most. */
    public static void main(String[] args) throws Exception {
        new StoreMain().run(Path.of(args[0]), Long.parseLong(args[1]), Integer.parseInt(args[2]));
        System.exit(0);
    }

    private void run(Path folder, long seed, int turns) throws Exception {
        SessionStore store = new SessionStore(folder.resolve("termal.db"), Clock.systemUTC(), task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
        Optional<StoredSession> known = store.named("s").stream().findFirst();
        SessionJournal journal = known.isPresent()
                ? store.open(known.get().key(), StoreRig.ENGINE, Wishes.NONE, StoreRig.impatient())
                : store.createNamed(StoreRig.session("s", "/work"));
        EntryLog log = new MemoryEntryLog(
                Clock.systemUTC(),
                Executors.newCachedThreadPool(),
                System.getLogger("test"),
                MemoryEntryLog.Bounds.DEFAULT,
                journal);
        log.read(journal.numberedUpTo(), this::show);
        SessionStream stream = new SessionStream(log, PermissionPolicy.AUTO, journal.lastTurn());
        Random random = new Random(seed);
        for (int turn = 0; turn < turns; turn++) {
            turn(stream, random);
        }
        journal.close();
        store.close();
    }

    private void show(SessionEntry entry) {
        String line = entry.seq() + "\t" + entry.time().toEpochMilli() + "\t" + SessionJournal.isBracket(entry.body())
                + "\t" + JSON.json(entry.body()).map(Json::line).orElse("") + "\n";
        try {
            out.write(line.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void turn(SessionStream stream, Random random) throws InterruptedException {
        stream.begin(Prompt.of("go " + random.nextInt()));
        stream.said(new AgentEvent.SessionBound(new SessionId("agent-1")));
        int steps = 1 + random.nextInt(6);
        for (int step = 0; step < steps; step++) {
            int chunks = random.nextInt(60);
            for (int i = 0; i < chunks; i++) {
                String text = "word" + random.nextInt(1000) + (random.nextInt(9) == 0 ? "\n\u00fc " : " ");
                stream.said(
                        random.nextInt(5) == 0
                                ? AgentEvent.ThoughtChunk.text(text)
                                : new AgentEvent.MessageChunk(
                                        AgentEvent.Role.AGENT, ContentBlock.text(text), Optional.of("m" + step)));
                if (random.nextInt(20) == 0) {
                    Thread.yield();
                }
            }
            ToolCall call = ToolCall.builder("t" + step).title("a call").build();
            if (random.nextBoolean()) {
                stream.write(new EntryBody.PermissionRequested("p" + step, new PermissionRequest(call, List.of())));
                stream.write(new EntryBody.PermissionAnswered("p" + step, Optional.empty(), EntryBody.Decider.POLICY));
            }
            stream.said(new AgentEvent.ToolCallUpdate(
                    call.toBuilder().status(ToolCall.Status.COMPLETED).build()));
        }
        SessionEntry end = stream.end(
                true,
                tally -> new TurnReport(
                        Outcome.DONE,
                        0,
                        Optional.of(StopReason.END_TURN),
                        tally.text(),
                        Optional.empty(),
                        0,
                        0,
                        0,
                        Duration.ZERO,
                        Optional.empty()));
        if (random.nextBoolean()) {
            stream.awaitSeen(end);
        }
    }
}
