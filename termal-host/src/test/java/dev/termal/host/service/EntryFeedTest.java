package dev.termal.host.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.Prompt;
import dev.termal.api.TurnResult;
import dev.termal.host.ScriptedHost;
import dev.termal.host.SessionSpec;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.json.EntryJson;
import dev.termal.host.session.FakeEngine;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reading a session without gap or repeat, whoever has it open meanwhile. */
@Timeout(120)
class EntryFeedTest {
    private static final int CHUNKS = 300;

    @TempDir
    private Path home;

    private ScriptedHost host;
    private SessionService service;
    private SessionKey key;

    @BeforeEach
    void open() throws Exception {
        host = new ScriptedHost(home, EntryFeedTest::play);
        service = new SessionService(host);
        key = service.create(
                        SessionSpec.builder(home).attended(true).fresh(true).build())
                .key();
    }

    @AfterEach
    void close() {
        service.close();
        host.close();
    }

    private static TurnResult play(Prompt prompt, FakeEngine.FakeSession agent) {
        for (int i = 0; i < CHUNKS; i++) {
            agent.says(prompt.text() + i + " ");
        }
        return FakeEngine.DONE;
    }

    private void prompt(String text) throws InterruptedException {
        service.prompt(key, Prompt.of(text), false, UnaryOperator.identity());
    }

    /** A client that writes down what it was told. */
    private static final class Client implements EntryFeed.Reader {
        private final LinkedBlockingQueue<Object> told = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();
        private long last;

        @Override
        public void entry(SessionEntry entry) {
            told.add(entry);
        }

        @Override
        public void rewind(long to) {
            told.add(to);
        }

        @Override
        public void gone() {
            told.add("gone");
        }

        @Override
        public void awaitRoom() {}

        private Object next() throws InterruptedException {
            Object next = told.poll(60, TimeUnit.SECONDS);
            assertTrue(next != null, "nothing more came after " + last);
            return next;
        }

        /** Reads up to the end of so many turns; entries must rise. */
        void readTurns(int turns) throws InterruptedException {
            int ended = 0;
            while (ended < turns) {
                SessionEntry entry = (SessionEntry) next();
                assertTrue(entry.seq() > last, entry.seq() + " came after " + last);
                last = entry.seq();
                new EntryJson(new SessionKey("k"), new AgentId("a"), new EngineId("e"))
                        .json(entry.body())
                        .filter(json -> json.path("type").asString().equals("message"))
                        .ifPresent(json -> text.append(json.path("text").asString()));
                ended += entry.body() instanceof EntryBody.TurnEnded ? 1 : 0;
            }
        }
    }

    private static String expected(String... prompts) {
        StringBuilder text = new StringBuilder();
        for (String prompt : prompts) {
            for (int i = 0; i < CHUNKS; i++) {
                text.append(prompt).append(i).append(' ');
            }
        }
        return text.toString();
    }

    private Client read(SessionService by, long after) {
        Client client = new Client();
        client.last = after;
        EntryFeed unused = by.read(key, after, client);
        return client;
    }

    @Test
    void aReaderStaysWithASessionThatIsClosedAndOpenedAgain() throws Exception {
        Client client = read(service, 0);
        prompt("a");
        client.readTurns(1);
        service.close(key);
        prompt("b");
        client.readTurns(1);
        assertEquals(expected("a", "b"), client.text.toString());
    }

    @Test
    void aReaderInAnotherProcessStaysWithItWhereverItIsOpen() throws Exception {
        try (ScriptedHost otherHost = new ScriptedHost(home, EntryFeedTest::play);
                SessionService other = new SessionService(otherHost)) {
            prompt("a");
            read(service, 0).readTurns(1);
            Client client = read(other, 0);
            prompt("b");
            client.readTurns(2);
            service.close(key);
            other.prompt(key, Prompt.of("c"), false, UnaryOperator.identity());
            client.readTurns(1);
            assertEquals(expected("a", "b", "c"), client.text.toString());
        }
    }

    @Test
    void whereverAReaderStopsItGoesOnThere() throws Exception {
        Client whole = read(service, 0);
        prompt("a");
        whole.readTurns(1);
        for (long from = 0; from < whole.last; from += 37) {
            Client again = read(service, from);
            again.readTurns(1);
            if (from == 0) {
                assertEquals(whole.text.toString(), again.text.toString());
            }
            assertTrue(whole.text.toString().endsWith(again.text.toString()), "from " + from);
        }
        service.close(key);
        for (long from = 0; from < whole.last; from += 37) {
            Client again = read(service, from);
            again.readTurns(1);
            assertTrue(whole.text.toString().endsWith(again.text.toString()), "kept, from " + from);
        }
    }

    @Test
    void whoKnowsMoreThanThereIsTakesItBack() throws Exception {
        prompt("a");
        Client whole = read(service, 0);
        whole.readTurns(1);
        assertEquals(whole.last, read(service, whole.last + 1_000).next(), "open here");
        service.close(key);
        Client client = read(service, whole.last + 1_000);
        assertEquals(whole.last, client.next(), "open nowhere");
        client.last = whole.last;
        prompt("b");
        client.readTurns(1);
        assertEquals(expected("b"), client.text.toString());
    }

    @Test
    void aSessionThatIsRemovedIsGone() throws Exception {
        prompt("a");
        Client client = read(service, 0);
        client.readTurns(1);
        service.remove(key);
        assertEquals("gone", client.next());
    }
}
