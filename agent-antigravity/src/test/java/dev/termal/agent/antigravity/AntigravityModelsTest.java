package dev.termal.agent.antigravity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.spi.EngineBinding.ModelInfo;
import dev.termal.api.spi.HostEnvironment.CommandResult;
import dev.termal.testkit.FakeMachine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AntigravityModelsTest {
    private static final List<String> SERVER = List.of(
            "gemini-3.8-flash-high",
            "gemini-3.8-flash-medium",
            "gemini-3.8-flash-low",
            "gemini-3.7-flash-high",
            "gemini-3.7-flash-medium",
            "gemini-3.7-flash-low",
            "gemini-pro-agent",
            "gemini-3.1-pro-low");

    @TempDir
    private Path folder;

    private AntigravityModels.Listed list(int exit, String output) throws Exception {
        return AntigravityModels.list(printing(exit, output));
    }

    private FakeMachine printing(int exit, String output) {
        FakeMachine machine = FakeMachine.in(folder).executable("agy");
        machine.result(
                List.of(machine.findExecutable("agy").orElseThrow().toString(), "models"),
                new CommandResult(exit, output, ""));
        return machine;
    }

    @Tag("R-AG-179")
    @ParameterizedTest
    @CsvSource({
        "gemini-3.8-flash, true",
        "gemini-3.8-flash-low, true",
        "gemini-3.8-flash-medium, false",
        "flash, true",
        "flash 3.8, true",
        "claude-opus-4-6-thinking, true",
        "opus, true",
        "sonnet, false",
        "gemini-3.9-flash, false",
        "anything, false"
    })
    void aNameIsKnownOrNotInEachOfItsForms(String name, boolean known) throws Exception {
        FakeMachine machine = printing(0, """
                gemini-3.8-flash-low     Gemini 3.8 Flash (Low)
                gemini-3.8-flash-high    Gemini 3.8 Flash (High)
                claude-opus-4-6-thinking Claude Opus 4.6 (Thinking)
                """);
        assertEquals(Optional.of(known), AntigravityModels.has(name, machine));
    }

    @Test
    @Tag("R-AG-180")
    void whereTheCliDoesNotTellAnotherNameMayBeOne() throws Exception {
        FakeMachine machine = printing(1, "");
        assertEquals(Optional.of(true), AntigravityModels.has("flash", machine));
        assertEquals(Optional.empty(), AntigravityModels.has("gemini-9-flash", machine));
    }

    private static List<String> ids(AntigravityModels.Listed listed) {
        return listed.models().stream().map(ModelInfo::id).toList();
    }

    @Test
    @Tag("R-AG-177")
    void tiersOfOneModelOfGeminiAreOneEntry() throws Exception {
        AntigravityModels.Listed listed = list(0, """
                Fetching models...
                gemini-3.8-flash-low     Gemini 3.8 Flash (Low)
                gemini-3.8-flash-high    Gemini 3.8 Flash (High)
                gemini-3.1-pro-low\tGemini 3.1 Pro (Low)
                claude-opus-4-6-thinking Claude Opus 4.6 (Thinking)
                gpt-oss-120b-medium      GPT-OSS 120B (Medium)
                - done
                """);
        assertFalse(listed.fallback());
        assertEquals(
                List.of("gemini-3.8-flash", "gemini-3.1-pro-low", "claude-opus-4-6-thinking", "gpt-oss-120b-medium"),
                ids(listed));
        assertEquals("effort low, high", listed.models().get(0).description());
        assertEquals("Gemini 3.1 Pro (Low)", listed.models().get(1).name());
    }

    @Test
    @Tag("R-AG-180")
    void whereTheCliDoesNotTellThoseKnownAreListed() throws Exception {
        for (AntigravityModels.Listed listed : List.of(
                list(1, "gemini-9-flash-low"),
                list(0, "not signed in"),
                AntigravityModels.list(FakeMachine.in(folder)))) {
            assertTrue(listed.fallback());
            assertTrue(ids(listed).containsAll(Set.of("gemini-3.8-flash", "gemini-3.1-pro")), listed::toString);
        }
    }

    @Tag("R-AG-142")
    @Tag("R-AG-178")
    @Tag("R-AG-181")
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, ''",
                "-, high, --effort high",
                "gemini-3.7-flash, minimal, --model gemini-3.7-flash --effort low",
                "gemini-3.7-flash, none, --model gemini-3.7-flash --effort low",
                "gemini-3.7-flash, max, --model gemini-3.7-flash --effort high",
                "gemini-3.7-flash, -, --model gemini-3.7-flash",
                "gemini-3.1-pro, medium, --model gemini-3.1-pro --effort high",
                "gemini-3.7-flash-low, high, --model gemini-3.7-flash-low",
                "claude-opus-4-6-thinking, high, --model claude-opus-4-6-thinking",
                "gpt-oss-120b-medium, low, --model gpt-oss-120b-medium",
                "flash, low, --model gemini-3.8-flash --effort low",
                "flash 3.6 high, -, --model gemini-3.6-flash --effort high",
                "flash-3.7, -, --model gemini-3.7-flash",
                "pro, medium, --model gemini-3.1-pro --effort high",
                "gemini, -, --model gemini-3.8-flash",
                "opus, high, --model claude-opus-4-6-thinking",
                "gpt-oss, -, --model gpt-oss-120b-medium",
                "sonnet, -, --model sonnet"
            })
    void theCliTakesTheEffortApart(String model, String effort, String arguments) {
        assertEquals(
                arguments, String.join(" ", Slugs.arguments(Optional.ofNullable(model), Optional.ofNullable(effort))));
    }

    @Tag("R-AG-142")
    @Tag("R-AG-179")
    @Tag("R-AG-181")
    @Tag("PF-97")
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, -",
                "-, low, gemini-3.7-flash-low",
                "gemini-3.8-flash, low, gemini-3.8-flash-low",
                "gemini-3.8-flash, -, gemini-3.8-flash-medium",
                "gemini-3.8-flash-high, low, gemini-3.8-flash-high",
                "gemini-3.1-pro, high, gemini-pro-agent",
                "gemini-3.1-pro-high, -, gemini-pro-agent",
                "gemini-3.1-pro, medium, gemini-pro-agent",
                "gemini-3.1-pro, low, gemini-3.1-pro-low",
                "gemini-pro-agent, high, gemini-pro-agent",
                "flash, high, gemini-3.8-flash-high",
                "flash 3.7, high, gemini-3.7-flash-high",
                "pro, low, gemini-3.1-pro-low",
                "pro, high, gemini-pro-agent",
                "no-such, high, no-such"
            })
    void theServerTakesTheEffortInTheName(String model, String effort, String slug) {
        assertEquals(
                Optional.ofNullable(slug),
                Slugs.onServer(
                        Optional.ofNullable(model), Optional.ofNullable(effort), SERVER, "gemini-3.7-flash-high"));
    }

    @Test
    @Tag("R-AG-178")
    void anEffortThatIsNotThereIsTheNextOneUpElseTheNextOneDown() {
        List<String> nearest = new ArrayList<>();
        for (List<String> offered : List.of(List.of("low", "high"), List.of("low"), List.of("high"))) {
            for (String tier : Slugs.TIERS) {
                nearest.add(Slugs.nearest(tier, offered).orElseThrow());
            }
        }
        assertEquals(List.of("low", "high", "high", "low", "low", "low", "high", "high", "high"), nearest);
        assertEquals(Optional.empty(), Slugs.nearest("huge", Slugs.TIERS));
    }
}
