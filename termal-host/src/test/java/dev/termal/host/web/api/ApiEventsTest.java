package dev.termal.host.web.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.web.api.EventClient.Event;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Events: none twice, none left out, whatever becomes of the client and of the server. */
@Timeout(180)
class ApiEventsTest extends ApiStage {
    private static final int CHUNKS = 200;

    private static String events(String key) {
        return "/sessions/" + key + "/events";
    }

    private static boolean isEnd(Event event) {
        return event.name().equals("entry")
                && event.json().get("type").asString().equals("turn_ended");
    }

    /** The text of messages, and that numbers rise. */
    private static String text(List<Event> events) {
        StringBuilder text = new StringBuilder();
        long last = 0;
        for (Event event : events) {
            JsonNode entry = event.json();
            long seq = Long.parseLong(event.id());
            assertTrue(seq > last, seq + " after " + last);
            assertEquals(seq, entry.get("seq").asLong());
            last = seq;
            if (entry.get("type").asString().equals("message")) {
                text.append(entry.get("text").asString());
            }
        }
        return text.toString();
    }

    private static String said() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < CHUNKS; i++) {
            text.append(i).append(' ');
        }
        return text + "said: say " + CHUNKS;
    }

    @Test
    void aClientThatIsCutOffAgainAndAgainMissesNothing() throws Exception {
        String key = rig.create();
        rig.prompt(key, "say " + CHUNKS);
        List<Event> all = new ArrayList<>();
        boolean ended = false;
        while (!ended) {
            Optional<String> last = all.isEmpty()
                    ? Optional.empty()
                    : Optional.of(all.get(all.size() - 1).id());
            try (EventClient client = rig.events(events(key), last)) {
                for (int i = 0; i < 30 && !ended; i++) {
                    Event event = client.next();
                    all.add(event);
                    ended = isEnd(event);
                }
            }
        }
        assertEquals(said(), text(all));
    }

    @Test
    void twoClientsSeeTheSame() throws Exception {
        String key = rig.create();
        try (EventClient one = rig.events(events(key));
                EventClient other = rig.events(events(key))) {
            rig.prompt(key, "say " + CHUNKS);
            List<Event> seen = one.until(ApiEventsTest::isEnd);
            assertEquals(seen, other.until(ApiEventsTest::isEnd));
            assertEquals(said(), text(seen));
        }
    }

    @Test
    void aClientGoesOnAfterARestartOfTheServer() throws Exception {
        String key = rig.create();
        EventClient before = rig.events(events(key));
        rig.prompt(key, "say " + CHUNKS);
        List<Event> all = new ArrayList<>(before.until(event -> event.id().equals("60")));
        before.await(ApiEventsTest::isEnd);
        rig.close();
        String token = rig.token.text();
        rig = new HttpRig(home);
        assertEquals(token, rig.token.text());
        try (EventClient after = rig.events(events(key), Optional.of("60"))) {
            all.addAll(after.until(ApiEventsTest::isEnd));
            assertEquals(said(), text(all));
            rig.prompt(key, "hello");
            List<Event> next = after.until(ApiEventsTest::isEnd);
            assertTrue(Long.parseLong(next.get(0).id())
                    > Long.parseLong(all.get(all.size() - 1).id()));
        }
    }

    @Test
    void aClientThatIsAheadIsToldToRewind() throws Exception {
        String key = rig.create();
        rig.turn(key, "hello");
        long last = rig.get("/sessions/" + key + "/entries").get("last").asLong();
        try (EventClient client = rig.events(events(key), Optional.of(String.valueOf(last + 100)))) {
            Event rewind = client.next();
            assertEquals("rewind", rewind.name());
            assertEquals(last, rewind.json().get("to").asLong());
            assertEquals(String.valueOf(last), rewind.id());
            rig.prompt(key, "more");
            assertTrue(Long.parseLong(client.awaitType("turn_started").id()) > last);
        }
    }

    @Test
    void aStalledClientIsCutOffAndDelaysNobody() throws Exception {
        String key = rig.create();
        try (Socket stalled = new Socket()) {
            stalled.setReceiveBufferSize(4096);
            stalled.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), rig.port()));
            stalled.getOutputStream()
                    .write(("GET /api/v1" + events(key) + " HTTP/1.1\r\nHost: localhost:" + rig.port()
                                    + "\r\nAuthorization: Bearer " + rig.token.text() + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            stalled.getOutputStream().flush();
            byte[] head = new byte[12];
            assertEquals(12, stalled.getInputStream().readNBytes(head, 0, 12));
            assertEquals("HTTP/1.1 200", new String(head, StandardCharsets.US_ASCII));
            int bytes;
            try (EventClient healthy = rig.events(events(key))) {
                rig.prompt(key, "big 1000"); // 30 MB
                List<Event> seen = healthy.until(event -> isEnd(event) || event == Event.END);
                bytes = seen.stream().mapToInt(event -> event.data().length()).sum();
            }
            assertTrue(bytes > 0);
            long rest = stalled.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
            assertTrue(rest < 25_000_000, "it was cut off, and got " + rest);
        }
    }

    @Test
    void allSessionsAreToldFirstAndThenEachChange() throws Exception {
        String first = rig.create();
        rig.turn(first, "hello");
        try (EventClient all = rig.events("/events")) {
            List<Event> listed = all.until(event -> event.name().equals("listed"));
            assertEquals(
                    "[\"" + first + "\"]",
                    listed.get(listed.size() - 1).json().get("keys").toString());
            String second = rig.create();
            rig.prompt(second, "ask");
            JsonNode asking = all.awaitState(second, "asking");
            assertEquals(second, asking.get("key").asString());
            rig.ask(202, "POST", "/sessions/" + second + "/cancel", "");
            all.awaitState(second, "idle");
            rig.ask(204, "DELETE", "/sessions/" + first, "");
            Event removed = all.await(event -> event.name().equals("removed"));
            assertEquals(first, removed.json().get("key").asString());
        }
    }

    @Test
    void aSessionThatIsRemovedIsGone() throws Exception {
        String key = rig.create();
        rig.turn(key, "hello");
        try (EventClient client = rig.events(events(key))) {
            client.await(ApiEventsTest::isEnd);
            rig.ask(204, "DELETE", "/sessions/" + key, "");
            client.await(event -> event.name().equals("gone"));
            assertEquals(Event.END, client.next());
        }
    }
}
