package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.Prompt;
import dev.termal.host.event.EntryBody;
import dev.termal.host.json.Samples;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PlainChatTest {
    private final FakeSession session = new FakeSession(s -> {
        s.emit(new EntryBody.Said(AgentEvent.MessageChunk.text("Hello"), false));
        return Samples.done("Hello");
    });
    private final FakeTermal termal = new FakeTermal(session);
    private final TestShell shell = new TestShell(options -> termal.open(options));

    private int chat(String input, String... words) {
        shell.in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        String[] all = new String[words.length + 1];
        all[0] = "chat";
        System.arraycopy(words, 0, all, 1, words.length);
        return shell.run(all);
    }

    private List<String> prompts() {
        return session.prompts.stream().map(Prompt::text).toList();
    }

    @Test
    void eachLineIsAPrompt() {
        assertEquals(0, chat("one\n\ntwo\n"));
        assertEquals(List.of("one", "two"), prompts());
        assertEquals("HelloHello", shell.out().replaceAll("\\s", ""));
    }

    @Test
    void wordsAreTheFirstPromptAndQuitEnds() {
        assertEquals(0, chat("more\n/quit\nnever\n", "say", "it"));
        assertEquals(List.of("say it", "more"), prompts());
        assertTrue(session.closed.getCount() == 0, "closed");
    }
}
