package dev.termal.host.service;

import dev.termal.host.StoredSessions;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.WaitingPrompt;
import java.util.ArrayList;
import java.util.List;

/** The prompts that wait in a session: those of this process, and other processes that wait for it. Thread-safe. */
public final class WaitingLine {
    private static final String HERE = "p";
    private static final String ELSEWHERE = "w";

    private final SessionService service;
    private final StoredSessions stored;

    /** Of the sessions of a home. */
    public WaitingLine(SessionService service, StoredSessions stored) {
        this.service = service;
        this.stored = stored;
    }

    /**
     * Somebody who waits.
     *
     * @param id by which it is taken back
     * @param here whether it waits in this process
     */
    public record Place(String id, boolean here, WaitingPrompt prompt) {}

    /** What a prompt that waits in this process is called. */
    public static String here(long id) {
        return HERE + id;
    }

    /** Those that wait, the next first. */
    public List<Place> of(SessionKey key) {
        List<Place> line = new ArrayList<>();
        service.ifOpen(key)
                .ifPresent(open ->
                        open.waiting().forEach(prompt -> line.add(new Place(here(prompt.id()), true, prompt))));
        stored.waiting(key).forEach(prompt -> line.add(new Place(ELSEWHERE + prompt.id(), false, prompt)));
        return line;
    }

    /** Takes one out; false where it does not wait (any more). */
    public boolean takeBack(SessionKey key, String id) throws InterruptedException {
        for (Place place : of(key)) {
            if (place.id().equals(id)) {
                return place.here()
                        ? service.ifOpen(key)
                                .filter(open -> open.takeBack(place.prompt().id()))
                                .isPresent()
                        : stored.cancelWaiting(key, place.prompt().id());
            }
        }
        return false;
    }
}
