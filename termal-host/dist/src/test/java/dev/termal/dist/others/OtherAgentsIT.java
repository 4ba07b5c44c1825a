package dev.termal.dist.others;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.model.FakeOpenAiApi;
import dev.termal.dist.packaged.ContinuesSession;
import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.RunTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * The packaged host on published agents of which it knows only what stands in the config file. They talk to a model on
 * loopback: no account, no network.
 */
@Timeout(900) // their first start may take a minute
class OtherAgentsIT extends RunTest {
    private FakeOpenAiApi model;

    @AfterEach
    void stop() {
        if (model != null) {
            model.close();
        }
    }

    private void define(Published agent) throws Exception {
        model = new FakeOpenAiApi();
        Path home = Files.createDirectories(folder.resolve(agent.agent()));
        host.config(agent.config(home, model.baseUrl()));
    }

    /** A turn with all that is ordinary, and another one in the same conversation after the agent was started anew. */
    @ParameterizedTest
    @EnumSource
    void thinksWritesSaysAndGoesOnAfterARestart(Published agent) throws Exception {
        define(agent);
        Path file = host.cwd().resolve("a.txt");
        Ended ended = host.run(
                "run -o json --permissions auto -a " + agent.agent(),
                "THINK hm\nWRITE " + file + "|new text\nTEXT after");
        assertEnded(ended, "done", 0);
        assertEquals("new text", Files.readString(file));
        assertTrue(String.join("", texts(ended, "thought")).contains("hm"), ended::toString);
        assertEquals("after", ended.event("turn_ended").path("text").asString());
        assertEquals("end_turn", ended.event("turn_ended").path("stopReason").asString());
        JsonNode asked = ended.event("permission_requested").path("toolCall");
        assertEquals("edit", asked.path("kind").asString(), ended::toString);
        assertEquals("new text", asked.path("content").path(0).path("newText").asString(""), ended::toString);
        assertEquals("completed", lastToolCall(ended).path("status").asString(), ended::toString);
        assertEquals(FakeOpenAiApi.MODEL, model.calls().get(0).path("model").asString());
        host.awaitNothingLeft();

        String session = ended.events("session").get(0).path("agentSession").asString();
        Ended continued = host.embed(ContinuesSession.class, agent.agent(), session, "PROMPTS")
                .closeInput()
                .end();
        assertEquals(0, continued.exit(), continued::toString);
        List<String> lines = continued.out().lines().toList();
        assertEquals(session, lines.get(0));
        assertEquals("DONE", lines.get(1), continued::toString);
        assertTrue(continued.out().contains("WRITE " + file + "|new text"), continued::toString);
    }

    @ParameterizedTest
    @EnumSource
    void doesNotRunACommandThatIsDenied(Published agent) throws Exception {
        define(agent);
        Ended ended =
                host.run("run -o json --permissions deny -a " + agent.agent(), "SHELL echo ran > ran.txt\nTEXT after");
        assertEnded(ended, "denied", 5);
        assertFalse(Files.exists(host.cwd().resolve("ran.txt")));
        assertEquals(1, ended.event("turn_ended").path("denied").asInt(), ended::toString);
        JsonNode asked = ended.event("permission_requested").path("toolCall");
        assertEquals("execute", asked.path("kind").asString(), ended::toString);
        assertEquals("echo ran > ran.txt", asked.path("command").asString(""), ended::toString);
        assertEquals("rejected", lastToolCall(ended).path("status").asString(), ended::toString);
    }

    @ParameterizedTest
    @EnumSource
    void isCancelledInTheMiddleOfAnAnswer(Published agent) throws Exception {
        define(agent);
        HostRun run = host.start("run", "-o", "json", "-a", agent.agent(), "TEXT begun\nHOLD")
                .closeInput();
        run.await(event -> event.path("text").asString("").equals("begun"));
        Ended ended = run.interrupt().end();
        assertEnded(ended, "cancelled", 130);
        assertEquals("begun", ended.event("turn_ended").path("text").asString());
    }
}
