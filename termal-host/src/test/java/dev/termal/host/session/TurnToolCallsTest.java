package dev.termal.host.session;

import static dev.termal.host.session.FakeEngine.DONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.OnLost;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of the tool calls of a turn: asked about, granted, refused or left open. */
@Timeout(120)
final class TurnToolCallsTest {
    @Test
    void aReaderMayAnswer() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            agent.asks("t", ToolCall.Kind.EDIT);
            agent.calls("t", ToolCall.Kind.EDIT, ToolCall.Status.COMPLETED);
            return DONE;
        })) {
            host.session.read(0, entry -> {
                if (entry.body() instanceof EntryBody.PermissionRequested asked) {
                    assertTrue(host.session.answerPermission(asked.id(), new PermissionDecision.Selected("yes")));
                }
            });
            TurnReport report = host.prompt("go");

            assertEquals(Outcome.DONE, report.outcome());
            assertEquals(0, report.unapproved());
        }
    }

    @Test
    void toolCallsLeftOpenAreClosedWithOneNotice() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            agent.calls("a", ToolCall.Kind.READ, ToolCall.Status.IN_PROGRESS);
            agent.calls("b", ToolCall.Kind.READ, ToolCall.Status.PENDING);
            return DONE;
        })) {
            host.prompt("go");

            List<ToolCall.Status> last = host.bodies(EntryBody.Said.class).stream()
                    .map(said ->
                            ((AgentEvent.ToolCallUpdate) said.event()).call().status())
                    .toList();
            assertEquals(
                    List.of(
                            ToolCall.Status.IN_PROGRESS,
                            ToolCall.Status.PENDING,
                            ToolCall.Status.CANCELLED,
                            ToolCall.Status.CANCELLED),
                    last);
            assertEquals(1, host.notices().size());
        }
    }

    @Test
    void aRefusedCallThatTheAgentForgetsIsShownAsRejected() throws Exception {
        try (TestHost host = TestHost.headless((prompt, agent) -> {
            agent.asks("t", ToolCall.Kind.EDIT);
            return DONE;
        })) {
            TurnReport report = host.getAfterDrain(host.prompting("go"));

            assertEquals(Outcome.DENIED, report.outcome());
            assertEquals(5, report.exitCode());
            AgentEvent.ToolCallUpdate closed = (AgentEvent.ToolCallUpdate)
                    host.bodies(EntryBody.Said.class).get(0).event();
            assertEquals(ToolCall.Status.REJECTED, closed.call().status());
            assertTrue(host.notices().get(0).contains("nobody is there"), host.notices()::toString);
        }
    }

    @Test
    void aChangeThatNobodyGrantedIsCountedAndNoticed() throws Exception {
        TurnRules strict = new TurnRules(Optional.empty(), TurnRules.IDLE, true, true, List.of(), OnLost.FAIL);
        try (TestHost host = new TestHost(
                (prompt, agent) -> {
                    agent.calls("t", ToolCall.Kind.EDIT, ToolCall.Status.IN_PROGRESS);
                    agent.calls("t", ToolCall.Kind.EDIT, ToolCall.Status.COMPLETED);
                    agent.calls("t", ToolCall.Kind.EDIT, ToolCall.Status.COMPLETED);
                    return DONE;
                },
                strict,
                PermissionPolicy.ASK,
                Map.of())) {
            TurnReport report = host.prompt("go");

            assertEquals(1, report.unapproved());
            assertEquals(Outcome.DONE, report.outcome());
            assertEquals(5, report.exitCode());
            assertEquals(1, host.notices().size());
        }
    }
}
