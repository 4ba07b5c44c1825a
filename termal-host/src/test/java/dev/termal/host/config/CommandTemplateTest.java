package dev.termal.host.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.EngineId;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.LaunchRequest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A person's command with places in it. */
class CommandTemplateTest {
    private static final SessionRequest BARE = SessionRequest.in(Path.of("/w"));
    private static final SessionRequest FULL = SessionRequest.builder(Path.of("/w"))
            .model("large")
            .mode("plan")
            .resume(new SessionId("s-1"))
            .build();

    private static List<String> filled(SessionRequest session, String prompt, String... command) {
        return new CommandTemplate(List.of(command), "agents.mine.command")
                .filled(new LaunchRequest.ForTurn(session, Prompt.of(prompt)), List.of());
    }

    private static String problem(SessionRequest session, String prompt, String... command) {
        AgentException failure = assertThrows(AgentException.class, () -> filled(session, prompt, command));
        String message = String.valueOf(failure.getMessage());
        assertTrue(message.startsWith("agents.mine.command: "), message);
        return message;
    }

    @Test
    void placesAreFilled() {
        assertEquals(
                List.of("p", "-m", "large", "--resume=s-1", "--mode", "plan", "-p", "hi {model}"),
                filled(
                        FULL,
                        "hi {model}",
                        "p",
                        "-m",
                        "{model}",
                        "--resume={session}",
                        "--mode",
                        "{mode}",
                        "-p",
                        "{prompt}"));
    }

    @Test
    void whatHasNoValueIsLeftOutWithItsFlag() {
        assertEquals(
                List.of("p", "--print", "hi"),
                filled(BARE, "hi", "p", "-m", "{model}", "--resume={session}", "{mode}", "--print", "{prompt}"));
        assertEquals(List.of("p", "chat"), filled(BARE, "hi", "p", "chat", "{session}"));
        assertEquals(List.of("p"), filled(BARE, "hi", "p", "{model}"));
    }

    @Test
    void aPlaceIsAWholeArgument() {
        List<String> words = List.of("p", "x{prompt}", "{prompt}x", "{Prompt}", "a={prompt}", "{}");
        assertEquals(words, filled(FULL, "hi", words.toArray(String[]::new)));
        assertFalse(new CommandTemplate(words, "").takesPrompt());
        assertTrue(new CommandTemplate(List.of("p", "-p={prompt}"), "").takesPrompt());
    }

    @Test
    void noValueBecomesAFlag() {
        assertEquals(List.of("p", " --yolo"), filled(BARE, "--yolo", "p", "{prompt}"));
        assertEquals(List.of("p", "-p=--yolo"), filled(BARE, "--yolo", "p", "-p={prompt}"));
        SessionRequest flag =
                SessionRequest.builder(Path.of("/w")).model("--force").build();
        assertTrue(problem(flag, "hi", "p", "-m", "{model}").contains("which is a flag"));
        assertEquals(List.of("p", "-m=--force"), filled(flag, "hi", "p", "-m={model}"));
    }

    @Test
    void aPromptThatIsNoArgumentIsRefusedWithTheWayOut() {
        for (String prompt : List.of("x".repeat(200_000), "nul \0 in it")) {
            assertTrue(problem(BARE, prompt, "p", "{prompt}").contains("on its standard input"));
        }
    }

    @Test
    void thePolicysArgumentsAreAddedAndCannotBeAnticipated() {
        LaunchRequest turn = new LaunchRequest.ForTurn(BARE, Prompt.of("hi"));
        List<String> more = List.of("--approve=none");
        assertEquals(
                List.of("p", "hi", "--approve=none"),
                new CommandTemplate(List.of("p", "{prompt}"), "x").filled(turn, more));
        for (List<String> command : List.of(List.of("p", "--approve=all"), List.of("p", "--approve", "all"))) {
            AgentException failure =
                    assertThrows(AgentException.class, () -> new CommandTemplate(command, "x").filled(turn, more));
            assertTrue(String.valueOf(failure.getMessage()).contains("leave out --approve"), failure.getMessage());
        }
    }

    @Test
    void withoutATurnThePromptsPlaceIsShown() {
        assertEquals(
                List.of("p", "-p", "{prompt}"),
                new CommandTemplate(List.of("p", "-m", "{model}", "-p", "{prompt}"), "")
                        .filled(new LaunchRequest.ForConnection(BARE), List.of()));
    }

    @Test
    void aPlaceThatNothingWillFillIsRefused() {
        for (String word : List.of("{prompt}", "--model={model}", "{session}", "--mode={mode}")) {
            CommandTemplate template = new CommandTemplate(List.of("p", word), "agents.mine.command");
            AgentException failure =
                    assertThrows(AgentException.class, () -> template.refusePlaces(new EngineId("talk")));
            String message = String.valueOf(failure.getMessage());
            assertTrue(message.startsWith("agents.mine.command: leave out " + word + ": "), message);
        }
        new CommandTemplate(List.of("p", "{}", "x{prompt}"), "x").refusePlaces(new EngineId("talk"));
    }
}
