package dev.termal.host.session;

import static dev.termal.host.session.FakeEngine.DONE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.api.ContentBlock;
import dev.termal.api.Prompt;
import dev.termal.host.event.OnLost;
import dev.termal.host.event.TurnReport;
import dev.termal.host.store.SessionJournal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What stands before a person's words, and when. */
@Timeout(60)
@Tag("R-AG-176")
class BriefingTest {
    private final List<String> sent = new CopyOnWriteArrayList<>();

    private FakeEngine agent() {
        FakeEngine engine = new FakeEngine((prompt, agent) -> {
            sent.add(prompt.text());
            agent.says("yes");
            return DONE;
        });
        engine.inWords = Optional.of("SKILLS");
        return engine;
    }

    private static TestHost host(FakeEngine engine) throws InterruptedException {
        TurnRules rules = new TurnRules(Optional.empty(), TurnRules.IDLE, true, false, List.of(), OnLost.NEW);
        return new TestHost(engine, rules, SessionJournal.none());
    }

    @Test
    void whatIsNotLentIsToldOnceForAConversation() throws Exception {
        FakeEngine engine = agent();
        try (TestHost host = host(engine)) {
            host.prompt("one");
            host.prompt("two");
            host.session.kill();
            engine.last().processEnded.await();
            host.prompt("three"); // goes on with the conversation
            host.session.kill();
            engine.last().processEnded.await();
            engine.forgets = true;
            host.prompt("four"); // begins another
            assertEquals(List.of(text("SKILLS", "one"), "two", "three", text("SKILLS", "four")), sent, sent::toString);
        }
    }

    private static String text(String... parts) {
        return new Prompt(List.of(parts).stream()
                        .<ContentBlock>map(ContentBlock::text)
                        .toList())
                .text();
    }

    @Test
    void aCommandGoesAloneAndTheRestWithTheNextPrompt() throws Exception {
        FakeEngine engine = agent();
        try (TestHost host = host(engine)) {
            engine.last().tellsCommand("init");
            host.prompt("/init now");
            host.prompt("/usr is full");
            assertEquals(List.of("/init now", text("SKILLS", "/usr is full")), sent);
        }
    }

    /** Agents tell them a moment after they have opened a session. */
    @Test
    void whatLooksLikeACommandWaitsForTheAgentToTellItsCommands() throws Exception {
        FakeEngine engine = agent();
        try (TestHost host = host(engine)) {
            int timers = host.context.fakeClock().pending();
            CompletableFuture<TurnReport> turn = host.prompting("/init now");
            host.context.fakeClock().awaitPending(timers + 2); // the turn's own, and this wait
            engine.last().tellsCommand("init");
            TestHost.get(turn);
            assertEquals(List.of("/init now"), sent);
        }
    }

    @Test
    void anAgentWithoutCommandsIsWaitedForOnceAndNotLong() throws Exception {
        FakeEngine engine = agent();
        try (TestHost host = host(engine)) {
            int timers = host.context.fakeClock().pending();
            CompletableFuture<TurnReport> turn = host.prompting("/init now");
            host.context.fakeClock().awaitPending(timers + 2);
            host.context.advance(CommandNews.PATIENCE);
            TestHost.get(turn);
            host.prompt("/init again");
            assertEquals(List.of(text("SKILLS", "/init now"), "/init again"), sent);
        }
    }
}
