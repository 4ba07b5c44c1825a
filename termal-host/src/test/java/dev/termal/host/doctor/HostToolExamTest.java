package dev.termal.host.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.Diagnostics;
import dev.termal.api.Diagnostics.Outcome;
import dev.termal.api.ErrorCode;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-AG-120")
class HostToolExamTest {
    @Test
    void theServerIsWhereItIsOrWillBe() {
        Findings running = new Findings();
        HostToolExam.server(Optional.of(URI.create("http://127.0.0.1:1234/mcp")), running);
        assertTrue(running.done().facts().toString().contains("http://127.0.0.1:1234/mcp"));
        Findings none = new Findings();
        HostToolExam.server(Optional.empty(), none);
        assertTrue(none.done().facts().toString().contains("starts when an agent that is lent tools"));
    }

    @Test
    void anAgentsToolsAreNamed() {
        assertTrue(HostToolExam.of(() -> List.of("ask_user")).facts().toString().contains("ask_user"));
        assertTrue(HostToolExam.of(List::of).facts().toString().contains("none"));
    }

    @Test
    void aToolThatIsNotThereAndOneThatCannotBeReachedAreFindings() {
        Diagnostics wrong = HostToolExam.of(() -> {
            throw new AgentException(ErrorCode.CONFIGURATION, "no tool \"aks\"");
        });
        assertEquals(Outcome.FAILURE, wrong.worst());
        assertEquals(
                Outcome.WARNING,
                HostToolExam.reached(() -> List.of("ask_user"), false).worst());
        assertEquals(
                Outcome.OK,
                HostToolExam.reached(() -> List.of("ask_user"), true).worst());
        assertEquals(Outcome.OK, HostToolExam.reached(List::of, false).worst());
    }
}
