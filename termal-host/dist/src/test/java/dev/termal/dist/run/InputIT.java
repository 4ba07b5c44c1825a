package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.RunTest;
import dev.termal.dist.packaged.ScriptedAcp;
import dev.termal.testkit.JsonRpcLines;
import dev.termal.testkit.Script;
import java.nio.file.Files;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What goes into a prompt: words, standard input, pictures and files. */
class InputIT extends RunTest {
    private static final byte[] PNG = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");

    @Test
    void anInputThatIsOpenAndSilentDoesNotHangAPrompt() {
        Ended r = host.start("run", "-a", "demo", "hello").end();
        assertEquals(0, r.exit(), r::toString);
        assertEquals("Demo agent, no model behind it. You said: hello\n", r.out());
        assertTrue(r.err().contains("nothing came on standard input"), r.err());
    }

    @Test
    void whatIsPipedGoesWithTheWords() {
        Ended r = host.start("run", "-a", "demo", "chunks:2")
                .type("and this\n")
                .closeInput()
                .end();
        assertEquals(0, r.exit(), r::toString);
        assertEquals("Demo agent, no model behind it. You said: and this\n\nchunks:2\n1 2\n", r.out());
    }

    @Test
    void standardInputCanBeThePrompt() {
        for (String[] command : new String[][] {{"run", "-a", "demo", "-"}, {"run", "-a", "demo"}}) {
            Ended r = host.start(command)
                    .type("from a pipe: grüß dich ✓\n")
                    .closeInput()
                    .end();
            assertEquals(0, r.exit(), r::toString);
            assertEquals("Demo agent, no model behind it. You said: from a pipe: grüß dich ✓\n", r.out());
        }
    }

    @Test
    void anEmptyInputIsNoPromptAndAttachesNothing() {
        Ended none = host.run("run", "-a", "demo", "-");
        assertEquals(2, none.exit(), none::toString);
        assertTrue(none.err().startsWith("termal: no prompt: "), none.err());
        Ended some = host.run("run -a demo -o json", "hi");
        assertEquals(1, some.event("turn_started").path("prompt").size(), some::toString);
    }

    @Test
    void aClosedInputIsAnEmptyOne() {
        Ended r = host.runWithClosedInput("run", "-a", "demo", "hello");
        assertEquals(0, r.exit(), r::toString);
        assertEquals("Demo agent, no model behind it. You said: hello\n", r.out());
    }

    @Test
    void muchInputArrivesAndTooMuchIsRefused() {
        String five = "0123456789".repeat(500_000);
        Ended r = host.start("run", "-a", "demo", "-o", "json")
                .type(five)
                .closeInput()
                .end();
        assertEquals(0, r.exit(), () -> r.err());
        assertTrue(r.event("turn_ended").path("text").asString("").contains(five), "all of it came back");
        HostRun run = host.start("run", "-a", "demo", "too much");
        try {
            run.type(five).type(five).type(five);
        } catch (java.io.UncheckedIOException closed) {
            // it does not read what it will not take
        }
        Ended refused = run.closeInput().end();
        assertEquals(2, refused.exit(), refused::toString);
        assertTrue(refused.err().contains("standard input is longer than 10 MiB"), refused.err());
    }

    @Test
    @Tag("CONTENT-01")
    void anAgentThatTakesNoPicturesIsNotSentOne() throws Exception {
        Files.write(host.cwd().resolve("dot.png"), PNG);
        Script script = new Script()
                .expectMethod("initialize")
                .send(JsonRpcLines.result("{\"protocolVersion\":1}"))
                .expectMethod("session/new")
                .send(JsonRpcLines.result("{\"sessionId\":\"s1\"}"))
                .expectEndOfInput();
        Ended r = host.run("run", "--agent-cmd", ScriptedAcp.command(script, folder), "--image", "dot.png", "look");
        assertEquals(1, r.exit(), r::toString);
        assertEquals("", r.out());
        assertTrue(r.err().contains("this agent does not take pictures"), r.err());
    }

    @Test
    void picturesAndFilesGoAlong() throws Exception {
        Files.write(host.cwd().resolve("dot.png"), PNG);
        Files.writeString(host.cwd().resolve("notes.txt"), "some notes");
        Ended r = host.run("run -a demo --image dot.png --attach notes.txt --attach dot.png", "look");
        assertEquals(0, r.exit(), r::toString);
        assertTrue(r.out().contains("Received: image image/png, " + PNG.length + " bytes"), r.out());
        assertTrue(r.out().contains("notes.txt, 10 characters"), r.out());
        assertTrue(r.out().contains("dot.png, " + PNG.length + " bytes"), r.out());
        Ended wrong = host.run("run -a demo --image notes.txt", "look");
        assertEquals(2, wrong.exit(), wrong::toString);
        assertTrue(wrong.err().contains("no png, jpeg, gif or webp picture"), wrong.err());
    }
}
