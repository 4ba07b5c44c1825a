package dev.termal.host.web.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.event.SessionKey;
import dev.termal.host.web.api.EventClient.Event;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The events of all sessions: who comes back is told what it does not know, and that alone. */
@Timeout(180)
class ApiAllEventsTest extends ApiStage {
    private static boolean isListed(Event event) {
        return event.name().equals("listed");
    }

    private static List<String> names(List<Event> events) {
        return events.stream().map(Event::name).toList();
    }

    private static List<String> keys(Event listed) {
        List<String> keys = new ArrayList<>();
        listed.json().get("keys").forEach(key -> keys.add(key.asString()));
        return keys;
    }

    private static String keyOf(Event event) {
        return event.json().get("key").asString();
    }

    /** A session in which something was said, and that nobody has open any more. */
    private String said(String text) throws IOException, InterruptedException {
        String key = rig.create();
        rig.turn(key, text);
        rig.ask(204, "POST", "/sessions/" + key + "/close", "");
        return key;
    }

    /** What a client is told that comes, or comes back, and the id of the last of it. */
    private List<Event> told(Optional<String> lastEventId) throws IOException, InterruptedException {
        try (EventClient client = rig.events("/events", lastEventId)) {
            return client.until(ApiAllEventsTest::isListed);
        }
    }

    private static Optional<String> lastId(List<Event> events) {
        return Optional.of(events.get(events.size() - 1).id());
    }

    @Test
    void whoComesBackIsToldWhatChangedAndNoMore() throws Exception {
        String same = said("same");
        String other = said("other");
        String gone = said("gone");
        List<Event> first = told(Optional.empty());
        assertEquals(List.of("session", "session", "session", "listed"), names(first));
        List<Event> again = told(lastId(first));
        assertEquals(List.of("listed"), names(again), "nothing has changed");
        assertEquals(keys(first.get(3)), keys(again.get(0)));

        rig.ask(200, "PATCH", "/sessions/" + other, "{\"name\":\"renamed\"}");
        rig.ask(204, "DELETE", "/sessions/" + gone, "");
        String made = said("made");
        List<Event> back = told(lastId(again));
        assertEquals(List.of("session", "session", "listed"), names(back));
        assertEquals(
                List.of(made, other).stream().sorted().toList(),
                back.subList(0, 2).stream()
                        .map(ApiAllEventsTest::keyOf)
                        .sorted()
                        .toList());
        assertEquals(
                Stream.of(made, other, same).sorted().toList(),
                keys(back.get(2)).stream().sorted().toList());
        assertEquals(List.of("listed"), names(told(lastId(back))));
    }

    @Test
    void whatWasToldAsItHappenedIsNotToldAgain() throws Exception {
        String key = said("one");
        Event last;
        try (EventClient client = rig.events("/events")) {
            client.until(ApiAllEventsTest::isListed);
            rig.ask(200, "PATCH", "/sessions/" + key, "{\"name\":\"renamed\"}");
            last = client.await(event -> event.name().equals("session")
                    && event.json().get("name").asString().equals("renamed"));
        }
        assertEquals(List.of("listed"), names(told(Optional.of(last.id()))));
        rig.ask(200, "PATCH", "/sessions/" + key, "{\"name\":\"once more\"}");
        List<Event> back = told(Optional.of(last.id()));
        assertEquals(List.of("session", "listed"), names(back));
        assertEquals("once more", back.get(0).json().get("name").asString());
    }

    @Test
    void itGoesOnAfterARestartOfTheServer() throws Exception {
        String same = said("same");
        String changed = said("changed");
        Optional<String> id = lastId(told(Optional.empty()));
        rig.close();
        rig = new HttpRig(home);
        List<Event> back = told(id);
        assertEquals(List.of("listed"), names(back));
        assertEquals(2, keys(back.get(0)).size());
        assertTrue(number(back.get(0))
                > Long.parseLong(id.get().substring(0, id.get().indexOf('.'))));
        rig.turn(changed, "more");
        rig.close();
        rig = new HttpRig(home);
        back = told(id);
        assertEquals(List.of("session", "listed"), names(back));
        assertEquals(changed, keyOf(back.get(0)));
        assertTrue(keys(back.get(1)).contains(same));
    }

    /** A crash loses the last moment: the client knows more than the store, and is told what the store has. */
    @Test
    void aClientThatIsAheadOfTheStoreIsToldWhatThereIs(@TempDir Path lost) throws Exception {
        String key = said("kept");
        rig.close();
        Path copy = lost.resolve("home");
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(home.relativize(file)));
            }
        }
        rig = new HttpRig(home);
        rig.turn(key, "lost");
        String made = said("lost too");
        List<Event> ahead = told(Optional.empty());
        long seq = rig.get("/sessions/" + key).get("lastSeq").asLong();
        rig.close();
        rig = new HttpRig(copy);
        List<Event> back = told(lastId(ahead));
        assertEquals(List.of("session", "listed"), names(back));
        assertEquals(key, keyOf(back.get(0)));
        assertTrue(back.get(0).json().get("lastSeq").asLong() < seq);
        assertEquals(List.of(key), keys(back.get(1)), made + " was lost");
    }

    @Test
    void anIdThatIsNotUnderstoodCountsForNone() throws Exception {
        said("one");
        for (String id : List.of("17", "17.", "x", "17.abc", "17." + "a".repeat(7), "17." + "!".repeat(8))) {
            assertEquals(List.of("session", "listed"), names(told(Optional.of(id))), id);
        }
    }

    @Test
    void twoClientsAreToldTheSameAndAStalledOneDelaysNeither() throws Exception {
        String key = said("hello");
        try (Socket stalled = new Socket();
                EventClient one = rig.events("/events");
                EventClient other = rig.events("/events")) {
            stalled.setReceiveBufferSize(4096);
            stalled.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), rig.port()));
            stalled.getOutputStream()
                    .write(("GET /api/v1/events HTTP/1.1\r\nHost: localhost:" + rig.port()
                                    + "\r\nAuthorization: Bearer " + rig.token.text() + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            stalled.getOutputStream().flush();
            assertEquals('H', stalled.getInputStream().read());
            one.until(ApiAllEventsTest::isListed);
            other.until(ApiAllEventsTest::isListed);
            for (int i = 0; i < 200; i++) {
                rig.ask(200, "PATCH", "/sessions/" + key, "{\"name\":\"name " + i + "\"}");
            }
            rig.ask(200, "PATCH", "/sessions/" + key, "{\"name\":\"the end\"}");
            List<Event> seen = one.until(ApiAllEventsTest::isTheEnd);
            assertEquals(seen, other.until(ApiAllEventsTest::isTheEnd));
            List<Long> numbers = seen.stream().map(ApiAllEventsTest::number).toList();
            assertEquals(numbers.stream().sorted().distinct().toList(), numbers, "they rise");
        }
    }

    private static boolean isTheEnd(Event event) {
        return event.json().path("name").asString().equals("the end");
    }

    private static long number(Event event) {
        return Long.parseLong(event.id().substring(0, event.id().indexOf('.')));
    }

    @Test
    void idsAreBounded() {
        ToldSessions told = new ToldSessions(Optional.empty());
        for (int i = 0; i < 10_000; i++) {
            assertTrue(told.isNews(new SessionKey("s" + i), "{\"n\":" + i + "}"));
        }
        String id = told.id(Long.MAX_VALUE);
        assertTrue(id.length() < 2_100, id.length() + " letters");
        ToldSessions back = new ToldSessions(Optional.of(id));
        int known = 0;
        for (int i = 0; i < 10_000; i++) {
            known += back.isNews(new SessionKey("s" + i), "{\"n\":" + i + "}") ? 0 : 1;
        }
        assertEquals(ToldSessions.SPOKEN_OF, known);
    }
}
