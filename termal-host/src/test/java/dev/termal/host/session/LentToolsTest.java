package dev.termal.host.session;

import static dev.termal.host.session.FakeEngine.DONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.Answer;
import dev.termal.api.Fact;
import dev.termal.api.McpServer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Question;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.HostTool;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import dev.termal.host.json.Json;
import dev.termal.host.store.SessionJournal;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions whose agent calls tools of the host, over HTTP as an agent would, on a clock that stands still. */
@Timeout(60)
class LentToolsTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** A tool of the test. */
    private record Tool(
            String name, ToolCall.Kind kind, BiFunction<RawJson, HostTool.Context, CompletionStage<Result>> does)
            implements HostTool {
        @Override
        public String description() {
            return "";
        }

        @Override
        public RawJson schema() {
            return new RawJson("{\"type\":\"object\"}");
        }

        @Override
        public CompletionStage<Result> call(RawJson arguments, Context context) {
            return does.apply(arguments, context);
        }
    }

    private static CompletionStage<HostTool.Result> text(String text) {
        return CompletableFuture.completedFuture(HostTool.Result.text(text));
    }

    private static Tool quick(ToolCall.Kind kind) {
        return new Tool("quick", kind, (arguments, context) -> text("the result"));
    }

    /** A tool that ends when the test says. */
    private static final class Slow {
        final CompletableFuture<HostTool.Result> result = new CompletableFuture<>();
        final CountDownLatch called = new CountDownLatch(1);
        final Tool tool = new Tool("slow", ToolCall.Kind.READ, (arguments, context) -> {
            called.countDown();
            return result;
        });
    }

    /** A host whose agent says what a tool has given. */
    private static TestHost calling(Tool tool, PermissionPolicy policy) throws InterruptedException {
        AtomicReference<FakeEngine> engine = new AtomicReference<>();
        TestHost host = host(
                tool,
                (prompt, agent) -> {
                    agent.says(call(engine.get(), tool.name()));
                    return DONE;
                },
                policy);
        engine.set(host.engine);
        return host;
    }

    private static TestHost host(HostTool tool, FakeEngine.Play play, PermissionPolicy policy)
            throws InterruptedException {
        FakeEngine engine = new FakeEngine(play);
        engine.tools.add(tool);
        return new TestHost(engine, TurnRules.of(true), policy, Map.of(), SessionJournal.none());
    }

    private static McpServer.Http server(FakeEngine engine) {
        List<McpServer> servers = engine.opened.get(engine.opened.size() - 1).mcpServers();
        return (McpServer.Http) servers.get(servers.size() - 1);
    }

    private static HttpRequest request(McpServer.Http server, String tool) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.url());
        server.headers().forEach(request::header);
        return request.POST(HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                                + "\",\"arguments\":{}}}"))
                .build();
    }

    /** Calls a tool as the agent of the host does, and gives the text of the answer. */
    private static String call(FakeEngine engine, String tool) {
        try {
            HttpResponse<String> response =
                    HTTP.send(request(server(engine), tool), HttpResponse.BodyHandlers.ofString());
            return Json.read(response.body())
                    .path("result")
                    .path("content")
                    .path(0)
                    .path("text")
                    .asString(response.body());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<ToolCall.Status> statuses(TestHost host) {
        return host.bodies(EntryBody.Said.class).stream()
                .map(EntryBody.Said::event)
                .filter(ToolCallUpdate.class::isInstance)
                .map(event -> ((ToolCallUpdate) event).call().status())
                .toList();
    }

    @Test
    @Tag("R-AG-136")
    void aCallIsServedWithinTheTurnAndIsAnEvent() throws Exception {
        try (TestHost host = calling(quick(ToolCall.Kind.READ), PermissionPolicy.ASK)) {
            TurnReport report = host.prompt("go");
            assertEquals(Outcome.DONE, report.outcome());
            assertEquals("the result", report.text());
            assertEquals(
                    List.of(ToolCall.Status.PENDING, ToolCall.Status.IN_PROGRESS, ToolCall.Status.COMPLETED),
                    statuses(host));
            assertEquals(List.of(), host.bodies(EntryBody.PermissionRequested.class)); // it only reads
        }
    }

    @Test
    @Tag("R-AG-154")
    @Tag("PF-56")
    void eachConnectionGetsAServerWithATokenOfItsOwn() throws Exception {
        FakeEngine engine = new FakeEngine((prompt, agent) -> DONE);
        engine.tools.add(quick(ToolCall.Kind.READ));
        try (TestHost host = new TestHost(engine, TurnRules.of(true), SessionJournal.none())) {
            host.prompt("one");
            McpServer.Http first = server(engine);
            assertEquals(1, first.headers().size());
            assertFalse(first.headers().containsValue(""));
            host.session.setModel("other"); // a wish is no other server
            host.session.kill();
            host.await(body -> body instanceof EntryBody.TurnEnded);
            engine.last().processEnded.await();
            host.prompt("two");
            McpServer.Http second = server(engine);
            assertTrue(engine.opened.get(1).resume().isPresent());
            assertEquals("termal", second.name());
            assertEquals(first.url(), second.url());
            assertNotEquals(first.headers(), second.headers());
            HttpResponse<String> stale = HTTP.send(request(first, "quick"), HttpResponse.BodyHandlers.ofString());
            assertEquals(403, stale.statusCode());
        }
    }

    @Test
    void withoutToolsThereIsNoServer() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            host.prompt("go");
            assertEquals(List.of(), host.engine.opened.get(0).mcpServers());
        }
    }

    @Test
    void aToolThatChangesSomethingAsksThePerson() throws Exception {
        try (TestHost host = calling(quick(ToolCall.Kind.EDIT), PermissionPolicy.ASK)) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            EntryBody.PermissionRequested asked =
                    (EntryBody.PermissionRequested) host.await(body -> body instanceof EntryBody.PermissionRequested)
                            .body();
            host.session.answerPermission(asked.id(), new PermissionDecision.Selected("allow"));
            assertEquals("the result", TestHost.get(report).text());
            assertEquals(0, TestHost.get(report).unapproved());
        }
    }

    @Test
    @Tag("R-AG-76")
    void thePolicyHoldsForTheHostsToolsToo() throws Exception {
        try (TestHost host = calling(quick(ToolCall.Kind.EDIT), PermissionPolicy.READ_ONLY)) {
            TurnReport report = host.prompt("go");
            assertEquals("Error: the permission was denied", report.text());
            assertEquals(Outcome.DENIED, report.outcome());
            assertEquals(List.of(ToolCall.Status.PENDING, ToolCall.Status.REJECTED), statuses(host));
        }
    }

    /** The agent's own request for a call of a tool of the host: whether that may run is asked once, when it comes. */
    @Test
    @Tag("R-AG-76")
    void nobodyIsAskedTwice() throws Exception {
        Tool tool = quick(ToolCall.Kind.READ);
        PermissionRequest own = new PermissionRequest(
                ToolCall.builder("t1")
                        .title("quick (termal)")
                        .tool("quick")
                        .mcpServer("termal")
                        .build(),
                List.of(
                        new PermissionOption("yes", "Yes", PermissionOption.Kind.ALLOW_ONCE),
                        new PermissionOption("no", "No", PermissionOption.Kind.REJECT_ONCE)));
        FakeEngine fake = new FakeEngine((prompt, agent) -> {
            agent.says(agent.handler
                    .onPermissionRequest(prompt.text().equals("go") ? own : renamed(own, prompt.text()))
                    .toCompletableFuture()
                    .join()
                    .toString());
            return DONE;
        });
        fake.tools.add(tool);
        try (TestHost host =
                new TestHost(fake, TurnRules.of(true), PermissionPolicy.ASK, Map.of(), SessionJournal.none())) {
            assertTrue(host.prompt("go").text().contains("yes"));
            CompletableFuture<TurnReport> unknown = host.prompting("another tool");
            EntryBody.PermissionRequested asked = (EntryBody.PermissionRequested) host.await(
                            body -> body instanceof EntryBody.PermissionRequested requested
                                    && requested.request().toolCall().tool().equals(Optional.of("another tool")))
                    .body();
            host.session.answerPermission(asked.id(), new PermissionDecision.Selected("no"));
            assertTrue(TestHost.get(unknown).text().contains("no"));
        }
    }

    private static PermissionRequest renamed(PermissionRequest request, String tool) {
        return new PermissionRequest(request.toolCall().toBuilder().tool(tool).build(), request.options());
    }

    @Test
    void aCallThatTheAgentTellsOfTooIsOneCall() throws Exception {
        AtomicReference<FakeEngine> engine = new AtomicReference<>();
        ToolCall own = ToolCall.builder("t1").tool("quick").mcpServer("termal").build();
        try (TestHost host = host(
                quick(ToolCall.Kind.EDIT),
                (prompt, agent) -> {
                    agent.handler.onEvent(new ToolCallUpdate(own));
                    call(engine.get(), "quick");
                    agent.handler.onEvent(new ToolCallUpdate(
                            own.toBuilder().status(ToolCall.Status.COMPLETED).build()));
                    return DONE;
                },
                PermissionPolicy.READ_ONLY)) {
            engine.set(host.engine);
            TurnReport report = host.prompt("go");
            assertEquals(
                    Outcome.DENIED,
                    report.outcome(),
                    "what was refused did not end well, whatever the agent says of it");
            List<ToolCall> told = host.bodies(EntryBody.Said.class).stream()
                    .map(EntryBody.Said::event)
                    .filter(ToolCallUpdate.class::isInstance)
                    .map(event -> ((ToolCallUpdate) event).call())
                    .toList();
            assertEquals(
                    List.of("t1", "host", "host", "t1"),
                    told.stream().map(call -> call.id().replaceAll("-.*", "")).toList());
            assertEquals(
                    List.of(Optional.empty(), Optional.of("t1"), Optional.of("t1"), Optional.empty()),
                    told.stream().map(ToolCall::sameAs).toList());
        }
    }

    @Test
    @Tag("R-AG-120")
    void whatIsLentAndWhatBecameOfItIsKnown() throws Exception {
        try (TestHost host = calling(quick(ToolCall.Kind.READ), PermissionPolicy.ASK)) {
            host.prompt("go");
            Map<String, String> facts = host.session.diagnostics().facts().stream()
                    .collect(Collectors.toMap(Fact::key, fact -> fact.value().toString()));
            assertTrue(
                    facts.get("bridgePort")
                            .contains("" + server(host.engine).url().getPort()),
                    facts::toString);
            assertTrue(facts.get("hostTools").contains("quick"), facts::toString);
            assertTrue(facts.get("hostToolsListed").contains("0"), facts::toString);
            assertTrue(facts.get("hostToolCalls").contains("1"), facts::toString);
            assertFalse(facts.toString()
                    .contains(server(host.engine).headers().values().iterator().next()));
        }
    }

    @Test
    void aToolMayAskThePersonAndTheDeadlinesWait() throws Exception {
        Tool asking = new Tool(
                "asking",
                ToolCall.Kind.THINK,
                (arguments, context) -> context.ask("", "Which?", List.of(Question.Field.text("a", "Answer")))
                        .thenApply(answer -> HostTool.Result.text(String.valueOf(
                                ((Answer.Accepted) answer).values().get("a")))));
        try (TestHost host = calling(asking, PermissionPolicy.ASK)) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            EntryBody.QuestionAsked asked = (EntryBody.QuestionAsked)
                    host.await(body -> body instanceof EntryBody.QuestionAsked).body();
            host.session.answerQuestion(asked.question().id(), new Answer.Accepted(Map.of("a", List.of("this"))));
            assertEquals("[this]", TestHost.get(report).text());
        }
    }

    @Test
    @Tag("R-AG-137")
    void theTurnsTimeWaitsForAToolOfTheHost() throws Exception {
        Slow slow = new Slow();
        AtomicReference<FakeEngine> engine = new AtomicReference<>();
        FakeEngine fake = new FakeEngine((prompt, agent) -> {
            String promise = call(engine.get(), "slow");
            agent.says(promise.substring(0, 13));
            agent.cancelled.await();
            return DONE;
        });
        fake.tools.add(slow.tool);
        engine.set(fake);
        TurnRules rules = new TurnRules(
                Optional.of(Duration.ofMinutes(10)),
                Duration.ofHours(1),
                true,
                false,
                List.of(),
                dev.termal.host.event.OnLost.FAIL,
                0);
        try (TestHost host = new TestHost(fake, rules, SessionJournal.none())) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            slow.called.await();
            host.context.advance(Duration.ofMinutes(20));
            host.await(body -> body instanceof EntryBody.Said said
                    && said.event().toString().contains("STILL RUNNING"));
            assertFalse(report.isDone());
            slow.result.complete(HostTool.Result.text("late"));
            host.await(body -> body instanceof EntryBody.Said said
                    && said.event() instanceof ToolCallUpdate update
                    && update.call().status() == ToolCall.Status.COMPLETED);
            host.context.advance(Duration.ofMinutes(9));
            assertFalse(report.isDone());
            host.context.advance(Duration.ofMinutes(1));
            assertEquals(Outcome.TIMEOUT, TestHost.get(report).outcome());
        }
    }

    @Test
    @Tag("PF-62")
    @Tag("R-AG-158")
    void aLateResultIsTheNextPromptOnce() throws Exception {
        Slow slow = new Slow();
        AtomicReference<FakeEngine> engine = new AtomicReference<>();
        try (TestHost host = host(
                slow.tool,
                (prompt, agent) -> {
                    if (prompt.text().startsWith("go")) {
                        CompletableFuture<HttpResponse<String>> unused = HTTP.sendAsync(
                                request(server(engine.get()), "slow"), HttpResponse.BodyHandlers.ofString());
                        slow.called.await();
                    } else {
                        agent.says("thanks");
                    }
                    return DONE; // without waiting for the call
                },
                PermissionPolicy.ASK)) {
            engine.set(host.engine);
            TurnReport first = host.prompt("go");
            assertEquals(Outcome.EMPTY, first.outcome());
            slow.result.complete(HostTool.Result.text("what was found"));
            EntryBody.TurnStarted next =
                    (EntryBody.TurnStarted) host.await(body -> body instanceof EntryBody.TurnStarted started
                                    && !started.prompt().text().equals("go"))
                            .body();
            assertTrue(next.prompt().text().endsWith("\n\nwhat was found"), next::toString);
            host.await(body -> body instanceof EntryBody.TurnEnded ended
                    && ended.report().text().equals("thanks"));
            assertEquals(2, host.bodies(EntryBody.TurnStarted.class).size());
        }
    }

    @Test
    void aCancelledTurnGivesItsCallsUp() throws Exception {
        Slow slow = new Slow();
        AtomicReference<FakeEngine> engine = new AtomicReference<>();
        try (TestHost host = host(
                slow.tool,
                (prompt, agent) -> {
                    agent.says(call(engine.get(), "slow"));
                    return agent.untilCancelled();
                },
                PermissionPolicy.ASK)) {
            engine.set(host.engine);
            CompletableFuture<TurnReport> report = host.prompting("go");
            slow.called.await();
            host.session.cancel();
            assertEquals(Outcome.CANCELLED, TestHost.get(report).outcome());
            assertTrue(slow.result.isCancelled());
        }
    }
}
