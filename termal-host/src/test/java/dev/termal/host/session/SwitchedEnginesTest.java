package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.EngineId;
import dev.termal.api.SessionId;
import dev.termal.host.event.OnLost;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredSession.Wishes;
import dev.termal.host.store.StoreRig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One session, two engines in turn: each goes on with its own conversation. */
@Timeout(120)
final class SwitchedEnginesTest {
    @TempDir
    private Path folder;

    /** An agent that remembers conversations by the ids that it gave, as long as it is asked by the same engine. */
    private static final class Remembering {
        final Map<String, List<String>> conversations = new LinkedHashMap<>();
        final String engine;

        Remembering(String engine) {
            this.engine = engine;
        }

        FakeEngine engine() {
            FakeEngine fake = new FakeEngine((prompt, agent) -> FakeEngine.DONE);
            fake.play((prompt, agent) -> {
                String id = fake.opened.get(0).resume().map(SessionId::value).orElse(engine + "-id");
                fake.id = Optional.of(new SessionId(id));
                List<String> said = conversations.computeIfAbsent(id, any -> new ArrayList<>());
                said.add(prompt.text());
                agent.says("I remember " + String.join(",", said));
                return FakeEngine.DONE;
            });
            fake.id = Optional.empty();
            return fake;
        }
    }

    @Test
    @Tag("R-AG-141")
    @Tag("R-AG-192")
    void tenTimesThereAndBack() throws Exception {
        StoredSession session = StoreRig.session("s", "/work");
        Remembering one = new Remembering("one");
        Remembering two = new Remembering("two");
        TurnRules rules = new TurnRules(Optional.empty(), TurnRules.IDLE, true, false, List.of(), OnLost.FAIL);
        String lastOfOne = "";
        String lastOfTwo = "";
        for (int i = 0; i < 20; i++) {
            try (StoreRig rig = new StoreRig(folder)) {
                Remembering agent = i % 2 == 0 ? one : two;
                EngineId engine = new EngineId(agent.engine);
                var journal = i == 0
                        ? rig.store.createNamed(session)
                        : rig.store.open(session.key(), engine, Wishes.NONE, StoreRig.impatient());
                try (TestHost host = new TestHost(agent.engine(), rules, journal)) {
                    String text = host.prompt(String.valueOf(i)).text();
                    lastOfOne = i % 2 == 0 ? text : lastOfOne;
                    lastOfTwo = i % 2 == 0 ? lastOfTwo : text;
                }
                assertEquals(
                        engine, rig.store.byKey(session.key()).orElseThrow().engine());
            }
        }
        assertEquals("I remember 0,2,4,6,8,10,12,14,16,18", lastOfOne);
        assertEquals("I remember 1,3,5,7,9,11,13,15,17,19", lastOfTwo);
        try (StoreRig rig = new StoreRig(folder)) {
            assertEquals(
                    Map.of(new EngineId("one"), new SessionId("one-id"), new EngineId("two"), new SessionId("two-id")),
                    rig.store.byKey(session.key()).orElseThrow().agentSessions());
            assertEquals(20, rig.store.turns(session.key()).size());
        }
    }

    @Test
    @Tag("R-AG-144")
    @Tag("R-AG-165")
    void eachIsToldOnceWhatItMissed() throws Exception {
        StoredSession session = StoreRig.session("s", "/work");
        List<String> told = new ArrayList<>();
        TurnRules rules = new TurnRules(Optional.empty(), TurnRules.IDLE, true, false, List.of(), OnLost.FAIL, 1_000);
        for (String engine : List.of("one", "two", "one", "one")) {
            try (StoreRig rig = new StoreRig(folder)) {
                FakeEngine agent = new FakeEngine((prompt, play) -> {
                    told.add(prompt.text());
                    play.says("answer " + told.size() + " by " + engine);
                    return FakeEngine.DONE;
                });
                agent.id = Optional.of(new SessionId(engine + "-id"));
                var journal = told.isEmpty()
                        ? rig.store.createNamed(session)
                        : rig.store.open(session.key(), new EngineId(engine), Wishes.NONE, StoreRig.impatient());
                try (TestHost host = new TestHost(agent, rules, journal)) {
                    host.prompt("prompt " + (told.size() + 1));
                    host.prompt("again " + (told.size() + 1));
                }
            }
        }
        assertEquals("prompt 1", told.get(0));
        assertEquals("again 2", told.get(1));
        assertTrue(told.get(2).contains("[earlier prompt]\nprompt 1"), told.get(2));
        assertTrue(told.get(2).contains("answer 2 by one"), told.get(2));
        assertTrue(told.get(2).endsWith("prompt 3"), told.get(2));
        assertEquals("again 4", told.get(3));
        assertTrue(told.get(4).contains("answer 4 by two"), told.get(4));
        assertFalse(told.get(4).contains("answer 2 by one"), "what it said itself: " + told.get(4));
        assertEquals("prompt 7", told.get(6), "it was the last to be asked");
    }
}
