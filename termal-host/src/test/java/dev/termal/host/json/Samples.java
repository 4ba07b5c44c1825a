package dev.termal.host.json;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.Answer;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.PlanEntry;
import dev.termal.api.Prompt;
import dev.termal.api.Question;
import dev.termal.api.RawJson;
import dev.termal.api.SessionId;
import dev.termal.api.SessionState;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.Usage;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnError;
import dev.termal.host.event.TurnReport;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** One of everything that can stand in a session's stream, with every optional part once there and once not. */
public final class Samples {
    public static final PermissionOption ALLOW =
            new PermissionOption("yes-1", "Allow once", PermissionOption.Kind.ALLOW_ONCE);
    public static final PermissionOption ALWAYS =
            new PermissionOption("yes-2", "Always allow", PermissionOption.Kind.ALLOW_ALWAYS);
    public static final PermissionOption REJECT =
            new PermissionOption("no-1", "Reject", PermissionOption.Kind.REJECT_ONCE);

    public static final ToolCall EDIT = ToolCall.builder("call-1")
            .title("Change App.java")
            .kind(ToolCall.Kind.EDIT)
            .status(ToolCall.Status.IN_PROGRESS)
            .content(List.of(
                    new ToolCall.Content.Block(ContentBlock.text("done")),
                    new ToolCall.Content.Block(new ContentBlock.Image("image/png", "AAAA")),
                    new ToolCall.Content.Diff(Path.of("/work/App.java"), Optional.of("a\nb\n"), Optional.of("a\nc\n")),
                    new ToolCall.Content.Diff(Path.of("/work/New.java"), Optional.empty(), Optional.of("x\n")),
                    new ToolCall.Content.Terminal("term-1")))
            .locations(List.of(
                    new ToolCall.Location(Path.of("/work/App.java"), OptionalInt.of(2)),
                    new ToolCall.Location(Path.of("/work/New.java"), OptionalInt.empty())))
            .input(new RawJson("{\"path\": \"App.java\", \"big\": 12345678901234567890.5}"))
            .output(new RawJson("no json"))
            .tool("edit")
            .command("sed -i s/b/c/ App.java")
            .mcpServer("files")
            .build();

    public static final Usage USAGE = Usage.builder()
            .inputTokens(1200)
            .outputTokens(34)
            .thoughtTokens(5)
            .cachedReadTokens(6)
            .cachedWriteTokens(7)
            .totalTokens(1252)
            .contextUsed(20_000)
            .contextSize(100_000)
            .cost(new Usage.Cost(new BigDecimal("0.0123"), "USD"))
            .duration(Duration.ofMillis(900))
            .toolCalls(2)
            .model("large", Usage.builder().inputTokens(1).build())
            .build();

    public static final Question QUESTION = new Question(
            "q-1",
            "Deploy",
            "Where **to**?",
            List.of(
                    new Question.Field(
                            "where",
                            "Where",
                            "The place",
                            Question.Type.CHOICE,
                            true,
                            List.of(
                                    new Question.Choice("prod", "Production", "for all"),
                                    new Question.Choice("test", "Test", "")),
                            true,
                            List.of("test"),
                            new Question.Bounds(
                                    OptionalInt.of(1),
                                    OptionalInt.of(9),
                                    Optional.of(BigDecimal.ONE),
                                    Optional.of(BigDecimal.TEN),
                                    OptionalInt.of(1),
                                    OptionalInt.of(2),
                                    Optional.of("^x"),
                                    true)),
                    Question.Field.text("why", "Why")),
            Optional.of(URI.create("https://example.org/form")),
            true);

    private Samples() {}

    public static ToolCall edit(ToolCall.Status status) {
        return EDIT.toBuilder().status(status).build();
    }

    public static List<AgentEvent> events() {
        return List.of(
                AgentEvent.MessageChunk.text("Hello"),
                new AgentEvent.MessageChunk(
                        AgentEvent.Role.USER, new ContentBlock.Audio("audio/wav", "AAAA"), Optional.of("m-1")),
                AgentEvent.ThoughtChunk.text("Hm"),
                new AgentEvent.ThoughtChunk(Optional.empty(), OptionalLong.of(12)),
                new AgentEvent.ToolCallUpdate(EDIT),
                new AgentEvent.ToolCallUpdate(ToolCall.builder("call-2").build()),
                new AgentEvent.PlanUpdate(List.of(
                        new PlanEntry("Look", PlanEntry.Priority.HIGH, PlanEntry.Status.COMPLETED),
                        new PlanEntry("Leap", PlanEntry.Priority.OTHER, PlanEntry.Status.PENDING))),
                new AgentEvent.UsageUpdate(USAGE),
                new AgentEvent.UsageUpdate(Usage.NONE),
                new AgentEvent.StateUpdate(state()),
                new AgentEvent.StateUpdate(SessionState.EMPTY),
                new AgentEvent.SessionBound(new SessionId("agent-1")),
                new AgentEvent.Notice(AgentEvent.Notice.Level.WARNING, "careful"),
                new AgentEvent.Extension("vendor/thing", new RawJson("[1, null]")),
                new AgentEvent.Replayed(AgentEvent.MessageChunk.text("old")));
    }

    static SessionState state() {
        return new SessionState(
                Optional.of("A talk"),
                Optional.of("plan"),
                List.of(new SessionState.Mode("plan", "Plan", "only plans"), new SessionState.Mode("go", "Go", "")),
                List.of(new SessionState.Option(
                        "model",
                        "Model",
                        "Which",
                        SessionState.Category.MODEL,
                        SessionState.Type.SELECT,
                        "large",
                        List.of(new SessionState.Choice("large", "Large", "slow", "big ones")))),
                List.of(
                        new SessionState.Command("init", "Begins", Optional.of("name")),
                        new SessionState.Command("help", "", Optional.empty())));
    }

    public static List<EntryBody> bodies() {
        List<EntryBody> bodies = new ArrayList<>();
        events().forEach(event -> bodies.add(new EntryBody.Said(event, false)));
        bodies.add(new EntryBody.Said(AgentEvent.MessageChunk.text("late"), true));
        bodies.add(new EntryBody.Said(
                new AgentEvent.ToolCallUpdate(
                        EDIT.toBuilder().sameAs("told-before").build()),
                false));
        bodies.add(new EntryBody.HostNotice(AgentEvent.Notice.Level.INFO, "for information"));
        bodies.add(new EntryBody.TurnStarted(new Prompt(blocks())));
        bodies.add(new EntryBody.PermissionRequested("p-1", new PermissionRequest(EDIT, List.of(ALLOW, REJECT))));
        bodies.add(new EntryBody.PermissionAnswered("p-1", Optional.of(ALLOW), EntryBody.Decider.PERSON));
        bodies.add(new EntryBody.PermissionAnswered("p-2", Optional.empty(), EntryBody.Decider.TURN_END));
        bodies.add(new EntryBody.QuestionAsked(QUESTION));
        bodies.add(new EntryBody.QuestionAnswered(
                "q-1", new Answer.Accepted(Map.of("where", List.of("prod", "test"))), EntryBody.Decider.PRESET));
        bodies.add(new EntryBody.QuestionAnswered("q-2", new Answer.Declined("no"), EntryBody.Decider.POLICY));
        bodies.add(new EntryBody.QuestionAnswered("q-3", new Answer.Cancelled(), EntryBody.Decider.RULE));
        bodies.add(new EntryBody.TurnEnded(done("Hello")));
        bodies.add(new EntryBody.TurnEnded(failed()));
        return bodies;
    }

    public static List<ContentBlock> blocks() {
        URI uri = URI.create("file:///work/a.txt");
        return List.of(
                ContentBlock.text("Hi"),
                new ContentBlock.Image("image/png", "AAAA"),
                new ContentBlock.Audio("audio/wav", "AAAA"),
                new ContentBlock.ResourceLink("a.txt", uri, Optional.of("text/plain")),
                new ContentBlock.TextResource(uri, Optional.empty(), "text"),
                new ContentBlock.BlobResource(uri, Optional.of("application/pdf"), "AAAA"),
                new ContentBlock.Unknown("future", new RawJson("{}")));
    }

    public static TurnReport done(String text) {
        return new TurnReport(
                Outcome.DONE,
                0,
                Optional.of(StopReason.END_TURN),
                text,
                Optional.of(USAGE),
                0,
                0,
                0,
                Duration.ofMillis(1500),
                Optional.empty());
    }

    public static TurnReport failed() {
        AgentException failure = new AgentException(
                ErrorCode.AGENT_ERROR,
                "the agent answered with an error",
                new AgentException.Detail(
                        Optional.of(-32603),
                        "Internal error",
                        Optional.of(new RawJson("{\"reason\":\"quota\"}")),
                        "Error: quota exceeded\n"));
        return ended(Outcome.AGENT_ERROR, Optional.of(TurnError.of(failure)));
    }

    public static TurnReport ended(Outcome outcome, Optional<TurnError> error) {
        return new TurnReport(
                outcome,
                outcome.exitCode(),
                Optional.empty(),
                "",
                Optional.empty(),
                1,
                2,
                3,
                Duration.ofSeconds(61),
                error);
    }
}
