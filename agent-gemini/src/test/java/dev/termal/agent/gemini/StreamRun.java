package dev.termal.agent.gemini;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.spi.LineDialect;
import dev.termal.api.spi.LineDialect.Output;
import dev.termal.api.spi.LineDialect.TurnEnd;
import dev.termal.api.spi.ProcessExit;
import dev.termal.testkit.DialectOutputs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A recorded run of a CLI without a terminal: its exit code, what it printed, and after {@code ---} its error output. */
record StreamRun(ProcessExit exit, List<String> lines, String stderr) {
    static StreamRun read(String name) {
        try (InputStream in = StreamRun.class.getResourceAsStream(name)) {
            assertNotNull(in, name);
            List<String> all = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            int end = all.indexOf("---");
            return new StreamRun(
                    new ProcessExit(Integer.parseInt(all.get(0).substring("exit ".length()))),
                    all.subList(1, end),
                    String.join("\n", all.subList(end + 1, all.size())));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** All that a dialect makes of it. */
    List<Output> outputs() {
        return play(Optional.empty()).outputs();
    }

    Played play(Optional<SessionId> resumed) {
        LineDialect dialect = new GeminiDialect(resumed);
        dialect.beginTurn(Prompt.of("hello"));
        List<Output> outputs = DialectOutputs.of(dialect, lines);
        boolean endSeen = outputs.stream().anyMatch(TurnEnd.class::isInstance);
        return new Played(outputs, endSeen, dialect.onExit(exit, stderr, endSeen));
    }

    /** What came of it. */
    record Played(List<Output> outputs, boolean endSeen, TurnEnd end) {}
}
