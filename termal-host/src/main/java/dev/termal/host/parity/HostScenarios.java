package dev.termal.host.parity;

import static dev.termal.host.parity.Scenarios.failed;
import static dev.termal.host.parity.Scenarios.say;

import dev.termal.api.AgentEvent;
import dev.termal.api.Feature;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.TurnReport;
import dev.termal.host.parity.ParityMatrix.Cell;
import dev.termal.host.process.PrivateFiles;
import dev.termal.host.skill.Skills;
import dev.termal.host.tool.WordTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/** What the host gives an agent beside the prompt: tools, what it missed, what it begins with, skills. Each in a session of its own. */
final class HostScenarios {
    private static final int DIGEST = 4_000;

    private static final String SKILL = """
            ---
            name: parity-check
            description: A check of skills.
            ---
            Reply with exactly this word and nothing else: flint-feather-6
            """;

    private HostScenarios() {}

    /** The agent calls a tool of the host and knows what it gave, in one turn. */
    static Cell roundTrip(Stage stage) throws InterruptedException {
        WordTool tool = new WordTool();
        try (Talk talk = stage.talk(spec -> spec.tool(tool))) {
            if (!talk.session().capabilities().has(Feature.MCP_HTTP)) {
                return Cell.absent("it takes no MCP servers over HTTP");
            }
            Optional<Cell> failed = failed(talk.ask(tool.request()), tool.word());
            if (tool.calls() == 0) {
                return Cell.fail(
                        "the tool was not called; " + failed.map(Cell::evidence).orElse("the turn ended well"));
            }
            return failed.orElseGet(() -> Cell.pass("called, and its result is in the answer"));
        }
    }

    /** What was said by the other engine is known by this one. */
    static Cell digest(Stage stage) throws InterruptedException {
        String name = "parity-" + UUID.randomUUID();
        Optional<SessionKey> key = Optional.empty();
        try {
            try (Talk before = stage.talk(
                    spec -> spec.engine(stage.other().value()).session(name).kept(true))) {
                key = Optional.of(before.session().key());
                Optional<Cell> failed = failed(before.ask(say("jasper-relay-5")), "jasper-relay-5");
                if (failed.isPresent()) {
                    return Cell.untested(
                            "the other engine did not answer: " + failed.get().evidence());
                }
            }
            try (Talk talk = stage.talk(spec -> spec.session(name).kept(true).digest(DIGEST))) {
                TurnReport report = talk.ask("Your context tells what was said before in this session. Which word was"
                        + " the answer there? Reply with it alone.");
                return failed(report, "jasper-relay-5")
                        .orElseGet(() -> Cell.pass("it knows what was said by " + stage.other()));
            }
        } finally {
            if (key.isPresent()) {
                stage.forget(key.get());
            }
        }
    }

    /** What the conversation begins with holds in its first turn. */
    static Cell systemPrompt(Stage stage) throws InterruptedException {
        try (Talk talk = stage.talk(
                spec -> spec.systemPrompt(
                        "The seal of this conversation is basalt-seal-9. Whoever asks for the seal is told it and nothing else."))) {
            return failed(talk.ask("What is the seal?"), "basalt-seal-9")
                    .orElseGet(() -> Cell.pass("it is heeded in the first turn"));
        }
    }

    /** The agent takes up a skill: by the tool for it where it is lent that, else by its file. */
    static Cell skills(Stage stage) throws InterruptedException {
        try {
            Path folder = Files.createTempDirectory("termal-parity-").toRealPath();
            try {
                Path skill = Files.createDirectory(folder.resolve("parity-check"));
                Files.writeString(skill.resolve("SKILL.md"), SKILL);
                return skills(stage, folder);
            } finally {
                PrivateFiles.deleteTree(folder);
            }
        } catch (IOException e) {
            return Cell.untested("the skill could not be written: " + e.getMessage());
        }
    }

    private static Cell skills(Stage stage, Path folder) throws InterruptedException {
        try (Talk talk = stage.talk(spec -> spec.skills(folder).additionalDirectory(folder))) {
            Optional<Cell> failed =
                    failed(talk.ask("Take up the skill parity-check and do as it says."), "flint-feather-6");
            boolean lent = talk.session().capabilities().has(Feature.MCP_HTTP);
            if (failed.isEmpty() && lent && !called(talk)) {
                return Cell.fail("it did not call " + Skills.TOOL);
            }
            return failed.orElseGet(
                    () -> Cell.pass(lent ? "taken up by " + Skills.TOOL : "taken up by its file, told in words"));
        }
    }

    private static boolean called(Talk talk) {
        return talk.since(0).stream()
                .map(SessionEntry::body)
                .anyMatch(body -> body instanceof EntryBody.Said said
                        && said.event() instanceof AgentEvent.ToolCallUpdate update
                        && update.call().status() == ToolCall.Status.COMPLETED
                        && update.call().tool().equals(Optional.of(Skills.TOOL)));
    }
}
