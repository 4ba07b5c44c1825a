package dev.termal.dist.cursor;

import static dev.termal.dist.packaged.ScriptedAcp.endsTurn;
import static dev.termal.dist.packaged.ScriptedAcp.says;
import static dev.termal.dist.packaged.ScriptedAcp.update;
import static dev.termal.testkit.JsonRpcLines.error;
import static dev.termal.testkit.JsonRpcLines.result;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.ContinuesSession;
import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.testkit.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sign-in, models, conversations, and the end of the Cursor CLI. */
class CursorLifeIT extends CursorStage {
    private static final String CODEX = "gpt-5.3-codex[reasoning=medium,fast=false]";

    /** The script fails at an {@code authenticate}, which the CLI would never answer. */
    @Test
    void signedOutEndsAtOnceAndSaysWhatToDo() throws Exception {
        plays(
                started()
                        .expectMethod("session/new")
                        .send(error("{\"code\":-32000,\"message\":\"Authentication required\"}"))
                        .expectEndOfInput()
                        .stall("for good"),
                started().expectEndOfInput().stall("for good"));
        Ended r = run("hi");
        assertEquals(6, r.exit(), r::toString);
        assertTrue(r.err().contains("cursor wants a sign-in first"), r.err());
        Ended login = host.run("auth", "login", "-a", "cursor", "--method", "own-command");
        assertTrue(login.err().contains("agent login\" in one"), login::toString);
    }

    @Test
    void aKeyAloneIsEnough() throws Exception {
        host.with("CURSOR_API_KEY", "key-of-nobody");
        plays(ended(prompted().send(says("fine"))));
        Ended r = run("hi");
        assertEnded(r, "done", 0);
        assertFalse(r.toString().contains("key-of-nobody"), r::toString);
        Ended status = host.run("auth", "status", "-a", "cursor");
        assertTrue(status.out().contains("CURSOR_API_KEY"), status::toString);
        assertFalse(status.toString().contains("key-of-nobody"), status::toString);
    }

    @Test
    void aSlugIsAModelOfTheCommandLineAndBracketsAreOfTheProtocol() throws Exception {
        Script byProtocol = opened().expect("session/set_config_option", "\"configId\":\"model\"", CODEX)
                .send(result(
                        line(SESSION.replace("\"currentValue\":\"default[]\"", "\"currentValue\":\"" + CODEX + "\""))))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(says("fine"));
        plays(ended(prompted().send(says("fine"))), ended(byProtocol));
        assertEnded(run("hi", "-m", "gpt-5.3-codex"), "done", 0);
        assertEnded(run("hi", "-m", CODEX), "done", 0);
        assertEquals(List.of("--model gpt-5.3-codex acp", "acp"), launches());
    }

    private Ended goOn() {
        return host.embed(ContinuesSession.class, "cursor", "s1", "two")
                .closeInput()
                .end();
    }

    @Test
    void aConversationGoesOnInAnotherProcess() throws Exception {
        Script again = started()
                .expect("session/load", "\"sessionId\":\"s1\"")
                .send(update(
                        "{\"sessionUpdate\":\"user_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"one\"}}"))
                .send(says("first"))
                .send(result(line(SESSION.replace("\"sessionId\":\"s1\",", ""))))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(says("second"));
        plays(ended(prompted().send(says("first"))), ended(again));
        assertEnded(run("one"), "done", 0);
        Ended r = goOn();
        assertEquals(List.of("s1", "DONE", "second"), r.out().lines().toList(), r::toString);
    }

    @Test
    void aConversationThatAnOlderBuildCannotLoadIsLost() throws Exception {
        plays(
                ended(prompted().send(says("first"))),
                started()
                        .expectMethod("session/load")
                        .send(error("{\"code\":-32602,\"message\":\"Invalid params\"}"))
                        .expectEndOfInput()
                        .stall("for good"));
        assertEnded(run("one"), "done", 0);
        Ended r = goOn();
        assertTrue(r.err().contains("does not know the session"), r::toString);
    }

    @Test
    void aModelThatIsGoneKillsTheLoadAndItsLastWordsAreShown() throws Exception {
        plays(
                ended(prompted().send(says("first"))),
                started()
                        .expectMethod("session/load")
                        .stderr("Cannot use this model: gpt-4. Available models: auto\n")
                        .exit(1));
        assertEnded(run("one"), "done", 0);
        Ended r = goOn();
        assertTrue(r.err().contains("Cannot use this model: gpt-4"), r::toString);
    }

    @Test
    void aCancelIsToldAndWhoeverDoesNotLeaveIsEnded() throws Exception {
        plays(prompted()
                .ignoreTerminate()
                .spawn(Script.Kin.OWN_SESSION)
                .send(says("begun"))
                .expectMethod("session/cancel")
                .send(endsTurn("prompt", "cancelled"))
                .expectEndOfInput()
                .stall("for good"));
        HostRun run = host.start("run", "-a", "cursor", "-o", "json", "go").closeInput();
        run.await("message");
        Ended r = run.interrupt().end();
        assertEnded(r, "cancelled", 130);
        assertEquals("begun", r.event("turn_ended").path("text").asString());
    }

    @Test
    void aPersonWhoLetTheCliApproveEverythingIsTold() throws Exception {
        Path config = folder.resolve("home/.cursor/cli-config.json");
        Files.createDirectories(config.getParent());
        Files.writeString(config, "{\"approvalMode\":\"unrestricted\"}");
        plays(opened().expectEndOfInput().stall("for good"));
        Ended r = host.run("doctor", "-a", "cursor");
        assertTrue(
                r.out().contains("approves every tool, so no permission is ever asked")
                        && r.out().contains(config.toString()),
                r::toString);
    }
}
