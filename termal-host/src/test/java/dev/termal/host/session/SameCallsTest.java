package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Status;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One call that both the agent and the host tell of. */
class SameCallsTest {
    private static final Optional<String> NONE = Optional.empty();

    private int turn = 1;
    private final SameCalls calls = new SameCalls(call -> call.mcpServer().equals(Optional.of("termal")), () -> turn);

    private static ToolCall.Builder call(String id, String tool, String input) {
        ToolCall.Builder call = ToolCall.builder(id).tool(tool).mcpServer("termal");
        return input.isEmpty() ? call : call.input(new RawJson(input));
    }

    private Optional<String> agent(String id, String tool, String input) {
        return calls.ofAgent(call(id, tool, input).build()).sameAs();
    }

    private Optional<String> host(String id, String tool, String input) {
        return calls.ofHost(call(id, tool, input).build()).sameAs();
    }

    @Test
    void theSecondIsTheSameAsTheFirstWhoeverTellsItFirst() {
        assertEquals(NONE, agent("a1", "read", "{\"p\":1}"));
        assertEquals(Optional.of("a1"), host("h1", "read", "{\"p\": 1}"));
        assertEquals(Optional.of("a1"), host("h1", "read", "{\"p\":1}"), "and so it stays");
        assertEquals(NONE, agent("a1", "read", "{\"p\":1}"));
        assertEquals(NONE, host("h2", "read", ""));
        assertEquals(Optional.of("h2"), agent("a2", "read", ""));
        assertEquals(NONE, host("h3", "read", ""), "each has one twin");
    }

    @Test
    void callsAtOnceAreToldApartByTheirArguments() {
        agent("a1", "read", "{\"p\":1}");
        agent("a2", "read", "{\"p\":2}");
        agent("a3", "list", "{\"p\":2}");
        assertEquals(Optional.of("a2"), host("h1", "read", "{\"p\":2}"));
        assertEquals(Optional.of("a1"), host("h2", "read", "{\"p\":1}"));
        assertEquals(NONE, host("h3", "read", "{\"p\":1}"));
        assertEquals(NONE, host("h4", "find", "{\"p\":1}"));
    }

    @Test
    void argumentsMayBeToldLateOrNever() {
        agent("a1", "read", "{}");
        agent("a1", "read", "{\"p\":1}");
        assertEquals(NONE, host("h1", "read", "{\"p\":2}"));
        assertEquals(Optional.of("a1"), host("h2", "read", "{\"p\":1}"));
        agent("a2", "list", "");
        assertEquals(Optional.of("a2"), host("h3", "list", "{\"p\":3}"));
    }

    @Test
    void whatIsNotSureIsLeftAsItIs() {
        host("h1", "read", "");
        assertEquals(
                NONE, calls.ofAgent(ToolCall.builder("a1").tool("read").build()).sameAs(), "no server");
        assertEquals(NONE, agent("a1", "read", ""), "and was shown without");
        turn = 2;
        assertEquals(NONE, agent("a2", "read", ""), "of another turn");
        agent("a3", "read", "");
        calls.ofAgent(call("a3", "read", "").status(Status.FAILED).build());
        calls.ofAgent(call("a2", "read", "").status(Status.FAILED).build());
        assertEquals(NONE, host("h2", "read", ""), "the agent's have ended before");
    }
}
