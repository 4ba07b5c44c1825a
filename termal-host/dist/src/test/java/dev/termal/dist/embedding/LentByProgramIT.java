package dev.termal.dist.embedding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.Prompt;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.HostTool;
import dev.termal.dist.packaged.CallingAgent;
import dev.termal.host.HostOptions;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program lends an agent, a real child, a tool of its own, by both engines. */
@Timeout(180)
@EnabledOnOs(OS.LINUX)
class LentByProgramIT {
    /** Of a turn, in silence and in all: longer than the agent takes to start. */
    private static final Duration LIMIT = Duration.ofSeconds(12);

    /** Longer than the turn may take, and shorter than the agent's call waits for its result. */
    private static final Duration WORK = LIMIT.plusSeconds(3);

    @TempDir
    Path folder;

    private record Slow() implements HostTool {
        @Override
        public String name() {
            return "slow";
        }

        @Override
        public String description() {
            return "Takes longer than a turn may.";
        }

        @Override
        public RawJson schema() {
            return new RawJson("{\"type\":\"object\"}");
        }

        @Override
        public ToolCall.Kind kind() {
            return ToolCall.Kind.READ;
        }

        @Override
        public CompletionStage<Result> call(RawJson arguments, Context context) {
            return new CompletableFuture<Result>()
                    .completeOnTimeout(Result.text("late and good"), WORK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Both deadlines stand still while the host works for the agent, and the turn goes on with the result. */
    @ParameterizedTest
    @ValueSource(strings = {"acp", "stream-json"})
    @Tag("R-AG-136")
    @Tag("R-AG-137")
    @Tag("R-AG-150")
    void theDeadlinesOfTheTurnWaitForIt(String engine) throws Exception {
        CallingAgent caller = new CallingAgent("slow", "{}");
        Map<String, String> variables = new HashMap<>(System.getenv());
        SessionSpec.Builder spec = SessionSpec.builder(folder)
                .tool(new Slow())
                .timeout(LIMIT)
                .idleTimeout(LIMIT)
                .kept(false);
        if (engine.equals("acp")) {
            spec.command(caller.command("acp"));
        } else {
            variables.put("AGY_BIN", caller.program(folder).toString());
            spec.agent("antigravity").engine(engine);
        }
        HostOptions options = HostOptions.builder()
                .environment(variables)
                .home(folder.resolve("termal"))
                .build();
        try (Termal host = Termal.open(options);
                TermalSession session = host.open(spec.build())) {
            TurnReport report = session.prompt(Prompt.of("go"));
            assertEquals(Outcome.DONE, report.outcome(), report::toString);
            assertTrue(report.text().endsWith("late and good"), report::toString);
            assertTrue(report.duration().compareTo(LIMIT) > 0, report::toString);
        }
    }
}
