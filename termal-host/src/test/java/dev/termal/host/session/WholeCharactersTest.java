package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.StopReason;
import dev.termal.host.event.EntryBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No piece of a text begins or ends amid a character. */
class WholeCharactersTest {
    private final WholeCharacters characters = new WholeCharacters();

    private Optional<String> message(String piece, String id) {
        return characters
                .apply(new AgentEvent.MessageChunk(AgentEvent.Role.AGENT, ContentBlock.text(piece), Optional.of(id)))
                .map(event -> ((ContentBlock.Text) ((AgentEvent.MessageChunk) event).delta()).text());
    }

    @Test
    void whateverTheCutsTheTextIsTheSame() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String text = "a🙂b👩‍👩‍👧c𝄞𝄞𝄞d é 修正";
        for (int run = 0; run < 500; run++) {
            StringBuilder shown = new StringBuilder();
            List<String> pieces = new ArrayList<>();
            for (int at = 0; at < text.length(); ) {
                int end = Math.min(text.length(), at + 1 + random.nextInt(3));
                message(text.substring(at, end), "m").ifPresent(piece -> {
                    pieces.add(piece);
                    shown.append(piece);
                });
                at = end;
            }
            assertEquals(text, shown.toString(), "seed " + seed);
            for (String piece : pieces) {
                assertEquals(
                        piece,
                        new String(
                                piece.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                                java.nio.charset.StandardCharsets.UTF_8),
                        "seed " + seed);
            }
        }
    }

    @Test
    void aHalfGoesWithItsOwnMessageAndNoOther() {
        assertEquals(Optional.of("x"), message("x\ud83d", "a"));
        assertEquals(Optional.of("y"), message("y", "b"));
        assertEquals(Optional.of("z"), message("z", "a"));
        assertEquals(Optional.empty(), message("\ud83d", "a"));
        AgentEvent thought = AgentEvent.ThoughtChunk.text("\ud83d");
        assertEquals(Optional.empty(), characters.apply(thought));
        assertEquals(Optional.of("🙂"), message("\ude42", "a"));
        assertEquals(
                Optional.of(AgentEvent.ThoughtChunk.text("🙂")),
                characters.apply(AgentEvent.ThoughtChunk.text("\ude42")));
        AgentEvent counted = new AgentEvent.ThoughtChunk(Optional.of(ContentBlock.text("\ud83d")), OptionalLong.of(3));
        assertEquals(
                Optional.of(new AgentEvent.ThoughtChunk(Optional.empty(), OptionalLong.of(3))),
                characters.apply(counted));
    }

    @Test
    @Timeout(120)
    void aSessionShowsAndReportsThemWhole() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            agent.says("so \ud83d");
            agent.says("\ude42");
            return dev.termal.api.TurnResult.of(StopReason.END_TURN);
        })) {
            assertEquals("so 🙂", host.prompt("go").text());
            assertEquals(
                    List.of("so ", "🙂"),
                    host.bodies(EntryBody.Said.class).stream()
                            .map(EntryBody.Said::event)
                            .filter(AgentEvent.MessageChunk.class::isInstance)
                            .map(event -> ((ContentBlock.Text) ((AgentEvent.MessageChunk) event).delta()).text())
                            .toList());
        }
    }
}
