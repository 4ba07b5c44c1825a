package dev.termal.engine.acp.probe;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.Feature;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionState;
import dev.termal.api.SessionState.Category;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.Verdict;
import dev.termal.api.spi.Verdict.Result;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** One run: a connection, its session, and what was found. */
final class ProbeRun {
    /** How long a start may take before it has to be once for a session. */
    static final Duration START_LIMIT = Duration.ofSeconds(5);

    /** How much memory a process may take. */
    static final long MEMORY_LIMIT = 1L << 30;

    private static final Duration TURN = Duration.ofMinutes(2);
    private static final Duration STEP = Duration.ofMinutes(1);

    /** One red pixel. */
    private static final String RED =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

    private final Engine engine;
    private final EngineContext context;
    private final Bounded bounded;
    private final ConnectRequest request;
    private final Capture capture;
    private final Verdicts verdicts;
    private final Witness witness = new Witness();
    private Optional<SessionId> id = Optional.empty();

    ProbeRun(Engine engine, EngineContext context, ConnectRequest request, Capture capture) {
        this.engine = engine;
        this.context = context;
        bounded = new Bounded(context);
        this.request = request;
        this.capture = capture;
        verdicts = new Verdicts(capture);
    }

    /** Runs all, each once. */
    List<Verdict> run() throws InterruptedException {
        return verdicts.all(all());
    }

    /** Runs all; gives the reason for what was not come to. */
    private String all() throws InterruptedException {
        long begin = System.nanoTime();
        try (AgentConnection connection = bounded.within(TURN, () -> engine.connect(request))) {
            handshake(connection, Duration.ofNanos(System.nanoTime() - begin));
            Optional<AgentSession> session = open(connection);
            if (session.isEmpty()) {
                return "no session could be opened";
            }
            try (AgentSession open = session.get()) {
                inSession(connection, open);
            }
            memory(connection);
        } catch (AgentException e) {
            verdicts.failed("P1", e);
            return "there was no connection: " + e.getMessage();
        }
        continued();
        return "it was not come to";
    }

    private void handshake(AgentConnection connection, Duration took) {
        String who = connection.agent().name() + " " + connection.agent().version();
        String features = connection.capabilities().features().stream()
                .map(feature -> feature.name().toLowerCase(Locale.ROOT))
                .sorted()
                .collect(Collectors.joining(", "));
        verdicts.add(
                "P1",
                Result.PASS,
                who + "; it can: " + features,
                Verdicts.took(took),
                Fact.of("agentVersion", "Agent version", connection.agent().version()));
        start(connection, took);
    }

    private void start(AgentConnection connection, Duration took) {
        long bytes = memory(connection);
        Fact memory = new Fact("memory", "Memory", new Fact.Value.Bytes(bytes));
        String evidence = took.toMillis() + " ms to the handshake, " + bytes / 1_000_000 + " MB";
        if (bytes > MEMORY_LIMIT) {
            verdicts.add("E", Result.FAIL, evidence + ", more than 1 GiB", Verdicts.took(took), memory);
        } else if (took.compareTo(START_LIMIT) > 0) {
            verdicts.add(
                    "E", Result.FALLBACK, evidence + "; one process serves a session", Verdicts.took(took), memory);
        } else {
            verdicts.add("E", Result.PASS, evidence, Verdicts.took(took), memory);
        }
    }

    private long memory(AgentConnection connection) {
        var unused = connection.diagnostics(); // which looks at it
        return capture.memory().orElse(0);
    }

    private Optional<AgentSession> open(AgentConnection connection) throws InterruptedException {
        try {
            long begin = System.nanoTime();
            AgentSession session = bounded.within(TURN, () -> connection.open(request.session(), witness));
            id = session.id();
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            SessionState state = session.state();
            verdicts.add(
                    "P3",
                    Result.PASS,
                    "modes: "
                            + names(state.modes().stream()
                                    .map(SessionState.Mode::id)
                                    .toList())
                            + "; models: " + names(choices(state, Category.MODEL))
                            + "; MCP servers given: "
                            + request.session().mcpServers().size(),
                    Verdicts.took(took));
            verdicts.add(
                    "P2", Result.PASS, "a session opens; nothing was sent to sign in, which could change the choice");
            return Optional.of(session);
        } catch (AgentException e) {
            verdicts.failed("P3", e);
            if (e.code() == ErrorCode.AUTH_REQUIRED) {
                verdicts.add("P2", Result.FAIL, "it wants a sign-in first: " + e.getMessage());
            }
            return Optional.empty();
        }
    }

    private void inSession(AgentConnection connection, AgentSession session) throws InterruptedException {
        wishes(session);
        prompt(session);
        picture(connection, session);
        work(session);
        commands(session);
        new CancelProbe(context, TURN, witness, capture, verdicts)
                .run(session, () -> turn(session, ContentBlock.text("Answer with the one word: again")));
    }

    private void wishes(AgentSession session) throws InterruptedException {
        Optional<SessionState.Option> model = session.state().option(Category.MODEL);
        List<String> others = choices(session.state(), Category.MODEL).stream()
                .filter(choice ->
                        !choice.equals(model.map(SessionState.Option::value).orElse("")))
                .toList();
        if (model.isEmpty() || others.isEmpty()) {
            verdicts.add("A", Result.ABSENT, "it offers no other model in a session");
        } else {
            switched(session, model.get(), others.get(others.size() - 1));
        }
        Optional<String> mode = session.state().mode();
        List<String> modes =
                session.state().modes().stream().map(SessionState.Mode::id).toList();
        if (mode.isEmpty() || modes.size() < 2) {
            verdicts.add("P4", Result.ABSENT, "it has no modes");
            return;
        }
        try {
            String other = modes.stream()
                    .filter(each -> !each.equals(mode.get()))
                    .findFirst()
                    .orElse("");
            set(() -> session.setMode(other));
            boolean took = session.state().mode().equals(Optional.of(other));
            set(() -> session.setMode(mode.get()));
            verdicts.add("P4", took ? Result.PASS : Result.FAIL, "from " + mode.get() + " to " + other + " and back");
        } catch (AgentException e) {
            verdicts.failed("P4", e);
        }
    }

    private void switched(AgentSession session, SessionState.Option model, String other) throws InterruptedException {
        try {
            int before = capture.launches();
            long begin = System.nanoTime();
            set(() -> session.setOption(model.id(), other));
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            boolean done = session.state()
                    .option(Category.MODEL)
                    .map(SessionState.Option::value)
                    .equals(Optional.of(other));
            set(() -> session.setOption(model.id(), model.value()));
            boolean same = capture.launches() == before;
            verdicts.add(
                    "A",
                    done && same ? Result.PASS : Result.FAIL,
                    "from " + model.value() + " to " + other + " and back"
                            + (same ? " in one process" : ", in another process"),
                    Verdicts.took(took));
        } catch (AgentException e) {
            verdicts.failed("A", e);
        }
    }

    private interface Setting {
        void set() throws InterruptedException;
    }

    private void set(Setting setting) throws InterruptedException {
        bounded.within(STEP, () -> {
            setting.set();
            return true;
        });
    }

    private TurnResult turn(AgentSession session, ContentBlock... blocks) throws InterruptedException {
        witness.begin();
        return bounded.within(TURN, () -> session.prompt(new Prompt(List.of(blocks))));
    }

    private void prompt(AgentSession session) throws InterruptedException {
        try {
            long begin = System.nanoTime();
            TurnResult result = turn(session, ContentBlock.text("Answer with the one word: ready"));
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            boolean answered = !witness.text().isBlank();
            verdicts.add(
                    "P5",
                    answered && result.stopReason() == StopReason.END_TURN ? Result.PASS : Result.FAIL,
                    "it said " + quoted(witness.text()) + " and ended with " + word(result.stopReason()),
                    Verdicts.took(took));
            boolean counted = result.usage().isPresent() || witness.usage().isPresent();
            verdicts.add(
                    "B",
                    counted ? Result.PASS : Result.ABSENT,
                    counted ? "it tells what was used" : "it tells no tokens");
        } catch (AgentException e) {
            verdicts.failed("P5", e);
        }
    }

    private void picture(AgentConnection connection, AgentSession session) throws InterruptedException {
        if (!connection.capabilities().has(Feature.IMAGE)) {
            verdicts.add("P7", Result.ABSENT, "it takes no pictures");
            return;
        }
        try {
            TurnResult result = turn(
                    session,
                    new ContentBlock.Image("image/png", RED),
                    ContentBlock.text("Which colour is this picture? Answer with one word."));
            verdicts.add(
                    "P7",
                    result.stopReason() == StopReason.END_TURN ? Result.PASS : Result.FAIL,
                    "a red picture was sent; it said " + quoted(witness.text()));
        } catch (AgentException e) {
            verdicts.failed("P7", e);
        }
    }

    private void work(AgentSession session) throws InterruptedException {
        Path file = request.session().cwd().resolve("probe.txt");
        try {
            TurnResult unused = turn(
                    session,
                    ContentBlock.text("Write a file named probe.txt in this folder with the text: hello."
                            + " Then run the command: ls. Do nothing else."));
            Collection<ToolCall> calls = witness.calls().values();
            String seen = calls.stream()
                    .map(call -> call.title() + " (" + call.kind().name().toLowerCase(Locale.ROOT) + ", "
                            + call.status().name().toLowerCase(Locale.ROOT) + ")")
                    .collect(Collectors.joining("; "));
            String asked = "; it asked " + witness.permissions() + " times, and to write files for it "
                    + witness.fileRequests() + " times";
            verdicts.add(
                    "P9",
                    calls.isEmpty() ? Result.ABSENT : Result.PASS,
                    (calls.isEmpty() ? "no tool was called" : seen) + asked,
                    new Fact("permissions", "Permissions asked for", number(witness.permissions())));
            boolean diff = calls.stream()
                    .flatMap(call -> call.content().stream())
                    .anyMatch(ToolCall.Content.Diff.class::isInstance);
            boolean named = calls.stream()
                    .allMatch(call ->
                            call.kind() != ToolCall.Kind.OTHER || call.tool().isPresent());
            boolean written = Files.exists(file);
            verdicts.add(
                    "C",
                    calls.isEmpty()
                            ? Result.ABSENT
                            : diff && named ? Result.PASS : written ? Result.FALLBACK : Result.FAIL,
                    (diff ? "the edit shows its diff" : "no diff was told")
                            + (written ? "; the file is there" : "; the file is not there"));
        } catch (AgentException e) {
            verdicts.failed("P9", e);
            verdicts.failed("C", e);
        }
    }

    private void commands(AgentSession session) {
        List<String> commands = session.state().commands().stream()
                .map(SessionState.Command::name)
                .toList();
        verdicts.add(
                "F.7",
                commands.isEmpty() ? Result.PASS : Result.FALLBACK,
                commands.isEmpty()
                        ? "it tells of no commands"
                        : "a prompt that begins with a slash and one of these is the agent's own: " + names(commands));
    }

    /** The session once more, by another process. */
    private void continued() throws InterruptedException {
        if (id.isEmpty()) {
            return;
        }
        try (AgentConnection connection = bounded.within(TURN, () -> engine.connect(request))) {
            boolean continues = connection.capabilities().has(Feature.SESSION_RESUME)
                    || connection.capabilities().has(Feature.SESSION_LOAD);
            if (!continues) {
                verdicts.add("P8", Result.ABSENT, "it continues no session");
                return;
            }
            String listed = "it lists none";
            if (connection.capabilities().has(Feature.SESSION_LIST)) {
                boolean there = bounded.within(STEP, connection::sessions).stream()
                        .anyMatch(session -> session.id().equals(id.get()));
                listed = there ? "it is listed" : "it is not listed";
            }
            try (AgentSession session = bounded.within(
                    TURN,
                    () -> connection.open(
                            request.session().toBuilder().resume(id.get()).build(), witness))) {
                witness.begin();
                TurnResult result = turn(session, ContentBlock.text("Answer with the one word: back"));
                verdicts.add(
                        "P8",
                        result.stopReason() == StopReason.END_TURN ? Result.PASS : Result.FAIL,
                        "a new process continued it; " + listed + "; it said " + quoted(witness.text()));
            }
        } catch (AgentException e) {
            verdicts.failed("P8", e);
        }
    }

    private static List<String> choices(SessionState state, Category category) {
        return state.option(category)
                .map(option -> option.choices().stream()
                        .map(SessionState.Choice::value)
                        .toList())
                .orElse(List.of());
    }

    private static String names(List<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    private static String quoted(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return "\"" + (line.length() > 60 ? line.substring(0, 59) + "…" : line) + "\"";
    }

    private static String word(StopReason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }

    private static Fact.Value number(long n) {
        return new Fact.Value.Numeric(BigDecimal.valueOf(n));
    }
}
