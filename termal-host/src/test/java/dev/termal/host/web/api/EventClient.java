package dev.termal.host.web.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Reads server-sent events as a page does. */
final class EventClient implements AutoCloseable {
    /** One event; {@code end} where the server has ended the stream. */
    record Event(String id, String name, String data) {
        static final Event END = new Event("", "end", "");

        JsonNode json() {
            return Json.read(data);
        }
    }

    private final InputStream in;
    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();

    EventClient(HttpResponse<InputStream> response) {
        assertEquals(200, response.statusCode());
        assertEquals(
                "text/event-stream;charset=utf-8",
                response.headers().firstValue("Content-Type").orElse(""));
        in = response.body();
        Thread reader = new Thread(this::read);
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            String id = "";
            String name = "";
            String data = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    data = line.substring(6);
                } else if (line.isEmpty() && !name.isEmpty()) {
                    events.add(new Event(id, name, data));
                    id = "";
                    name = "";
                }
            }
        } catch (IOException cutOff) {
            // told below
        }
        events.add(Event.END);
    }

    Event next() throws InterruptedException {
        Event next = events.poll(60, TimeUnit.SECONDS);
        assertTrue(next != null, "nothing came");
        return next;
    }

    /** All up to the first that is wanted. */
    List<Event> until(Predicate<Event> wanted) throws InterruptedException {
        List<Event> all = new ArrayList<>();
        while (true) {
            Event next = next();
            all.add(next);
            if (wanted.test(next)) {
                return all;
            }
            assertTrue(next != Event.END, "the stream has ended after " + all.size());
        }
    }

    Event await(Predicate<Event> wanted) throws InterruptedException {
        List<Event> all = until(wanted);
        return all.get(all.size() - 1);
    }

    /** Waits for an entry. */
    Event awaitType(String type) throws InterruptedException {
        return await(event -> event.name().equals("entry")
                && event.json().path("type").asString().equals(type));
    }

    /** Waits for a session's state. */
    JsonNode awaitState(String key, String state) throws InterruptedException {
        return await(event -> event.name().equals("session")
                        && event.json().path("key").asString().equals(key)
                        && event.json().path("state").asString().equals(state))
                .json();
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException closed) {
            // it is
        }
    }
}
