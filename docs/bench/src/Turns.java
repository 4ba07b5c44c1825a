import dev.termal.api.AgentEvent;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.Prompt;
import dev.termal.host.HostOptions;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Has an agent take short turns by one engine and prints one line: the engine, milliseconds to the first text and to the end
 * of the first turn (which starts the agent), and the medians of both for the turns after it.
 *
 * <p>Arguments: the host's folder or {@code -} for the usual one, the agent, the engine, how many turns.
 */
public final class Turns {
    private Turns() {}

    public static void main(String[] args) throws Exception {
        HostOptions.Builder options = HostOptions.builder();
        if (!args[0].equals("-")) {
            options.home(Path.of(args[0]));
        }
        List<Long> firstText = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        try (Termal termal = Termal.open(options.build())) {
            SessionSpec spec = SessionSpec.builder(Path.of("").toAbsolutePath())
                    .agent(args[1])
                    .engine(args[2])
                    .permissions(PermissionPolicy.READ_ONLY)
                    .build();
            long began = System.nanoTime();
            try (TermalSession session = termal.open(spec)) {
                long[] spoke = new long[1];
                session.read(0, entry -> {
                    if (spoke[0] == 0
                            && entry.body() instanceof EntryBody.Said said
                            && said.event() instanceof AgentEvent.MessageChunk) {
                        spoke[0] = System.nanoTime();
                    }
                });
                for (int turn = 0; turn < Integer.parseInt(args[3]); turn++) {
                    spoke[0] = 0;
                    TurnReport report = session.prompt(Prompt.of("Reply with the word ok."));
                    long ended = System.nanoTime();
                    if (report.outcome() != Outcome.DONE) {
                        throw new IllegalStateException("turn " + turn + " ended as " + report);
                    }
                    firstText.add(TimeUnit.NANOSECONDS.toMillis((spoke[0] == 0 ? ended : spoke[0]) - began));
                    ends.add(TimeUnit.NANOSECONDS.toMillis(ended - began));
                    began = System.nanoTime();
                }
            }
        }
        System.out.println(args[2] + " " + firstText.get(0) + " " + ends.get(0) + " " + median(firstText) + " " + median(ends));
    }

    private static long median(List<Long> all) {
        List<Long> later = all.subList(Math.min(1, all.size() - 1), all.size()).stream().sorted().toList();
        return later.get(later.size() / 2);
    }
}
