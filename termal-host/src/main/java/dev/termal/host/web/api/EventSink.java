package dev.termal.host.web.api;

/** Takes events for one client. From any thread. */
interface EventSink {
    /**
     * An event. Does not block: who is too far behind is dropped.
     *
     * @param id a number by which the client can go on; empty text for none
     * @param data on one line
     */
    void event(String name, String id, String data);

    /** No more events come. */
    void end();

    /** Waits until little waits to be read by the client, within bounds; returns at once where it is gone. */
    void awaitRoom() throws InterruptedException;
}
