package dev.termal.agent.antigravity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.PermissionOption;
import dev.termal.api.Prompt;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Content;
import dev.termal.api.ToolCall.Kind;
import dev.termal.api.ToolCall.Status;
import dev.termal.testkit.Script;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The ACP server as it was reported: what it tells in a turn. */
@Timeout(120)
@Tag("R-AG-190")
@Tag("R-AG-194")
class AntigravityServerTurnTest extends AntigravityServerFixture {
    @Test
    @Tag("R-AG-79")
    @Tag("R-AG-80")
    @Tag("R-AG-82")
    @Tag("R-AG-168")
    @Tag("R-AG-189")
    @Tag("PF-43")
    void anEditIsOneCallWhateverIdEndsIt() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(AcpServerLines.update(
                        "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"a1\",\"title\":\"Run edit_file?\",\"kind\":\"other\","
                                + "\"status\":\"pending\",\"rawInput\":{\"TargetFile\":\"/w/a\"},\"content\":[{\"type\":\"diff\","
                                + "\"path\":\"/w/a\",\"oldText\":\"old\",\"newText\":\"\"}]}"))
                .send(AcpServerLines.update(
                        "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"call_859008\",\"status\":\"completed\","
                                + "\"rawOutput\":\"Edited a\"}"));
        turn(AcpServerLines.ended(script), recorder -> {
            ToolCall call = recorder.toolCalls().get(0);
            assertEquals(1, recorder.toolCalls().size());
            assertEquals(List.of("a1", Kind.EDIT, Status.COMPLETED), List.of(call.id(), call.kind(), call.status()));
            assertEquals(Optional.of("edit_file"), call.tool());
            assertEquals(
                    List.of(new Content.Diff(Path.of("/w/a"), Optional.of("old"), Optional.of(""))), call.content());
        });
    }

    @Test
    @Tag("R-AG-74")
    @Tag("R-AG-81")
    @Tag("R-AG-82")
    @Tag("PF-44")
    void aCallThatWasApprovedAndNeverRunIsTheOneThatRunsNext() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(
                        AcpServerLines.update(
                                "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"a1\",\"title\":\"Run create_file?\",\"status\":\"pending\"}"))
                .send(AcpServerLines.update(
                        "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"a1\",\"status\":\"failed\","
                                + "\"rawOutput\":\"Tool call was approved but never executed.\"}"))
                .send(AcpServerLines.update(
                        "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"b2\",\"status\":\"completed\"}"));
        turn(AcpServerLines.ended(script), recorder -> {
            recorder.assertOrder("tool a1 pending", "tool a1 failed", "tool a1 completed");
            assertEquals(1, recorder.toolCalls().size());
        });
    }

    @Test
    @Tag("R-AG-79")
    @Tag("R-AG-80")
    @Tag("PF-45")
    @Tag("PF-46")
    void aToolOfAServerHasItsOwnNameAndArguments() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(
                        AcpServerLines.update(
                                "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"a1\",\"title\":\"notes_find\",\"status\":\"pending\","
                                        + "\"rawInput\":{\"arguments\":{\"q\":\"x\"}},\"_meta\":{\"mcp\":{\"tool\":\"find\",\"server\":\"notes\"}}}"))
                .send(
                        AcpServerLines.update(
                                "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"a1\",\"status\":\"completed\",\"rawOutput\":\"notes_find\","
                                        + "\"content\":[{\"type\":\"content\",\"content\":{\"type\":\"text\",\"text\":\"two notes\"}}]}"))
                .send(AcpServerLines.update(
                        "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"a2\",\"title\":\"Running run_command\",\"status\":\"pending\","
                                + "\"rawInput\":{\"CommandLine\":\"ls\"}}"))
                .send(
                        AcpServerLines.update(
                                "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"a2\",\"status\":\"failed\",\"rawOutput\":\"no such file\"}"));
        turn(AcpServerLines.ended(script), recorder -> {
            ToolCall first = recorder.toolCalls().get(0);
            assertEquals(Optional.of("find"), first.tool());
            assertEquals(Optional.of("notes"), first.mcpServer());
            assertEquals("{\"q\":\"x\"}", first.input().orElseThrow().text());
            assertEquals(List.of(new Content.Block(ContentBlock.text("two notes"))), first.content());
            ToolCall second = recorder.toolCalls().get(1);
            assertEquals(Optional.of("ls"), second.command());
            assertEquals(Kind.EXECUTE, second.kind());
            assertEquals(List.of(new Content.Block(ContentBlock.text("no such file"))), second.content());
        });
    }

    @Test
    @Tag("R-AG-69")
    @Tag("R-AG-73")
    @Tag("PF-54")
    void aQuestionIsNoPermission() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(AcpServerLines.permission("interaction_7"))
                .expect("\"outcome\":\"cancelled\"")
                .send(AcpServerLines.permission("a1"))
                .expect("\"optionId\":\"allow\"");
        connected(
                (connection, recorder, agent) -> {
                    recorder.answering(PermissionOption.Kind.ALLOW_ONCE);
                    connection.open(request().build(), recorder).prompt(Prompt.of("hi"));
                    assertEquals(
                            List.of(PermissionOption.Kind.OTHER, PermissionOption.Kind.OTHER),
                            recorder.permissionRequests().get(0).options().stream()
                                    .map(PermissionOption::kind)
                                    .toList());
                },
                AcpServerLines.ended(script));
    }

    @Test
    @Tag("R-AG-84")
    @Tag("R-AG-130")
    void tokensAreReadWhereABuildTellsThem() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(AcpServerLines.update("{\"sessionUpdate\":\"usage_update\",\"used\":7,\"size\":100}"));
        turn(
                AcpServerLines.ended(script),
                recorder -> assertEquals(
                        7,
                        recorder.events(AgentEvent.UsageUpdate.class)
                                .get(0)
                                .usage()
                                .contextUsed()
                                .orElseThrow()));
    }
}
