package dev.termal.host.web.api;

import dev.termal.host.json.Fields;
import tools.jackson.databind.node.ObjectNode;

/** The bounds of the API, in one place. */
final class ApiLimits {
    /** Of a body that holds a prompt, with its pictures. */
    static final int PROMPT_BYTES = 16 * 1024 * 1024;

    /** Of any other body. */
    static final int BODY_BYTES = 1024 * 1024;

    /** Bodies that are being read, at a time: fewer than there are threads. */
    static final int BODIES = 32;

    /** What waits to be read by a client of events before the next is too many. */
    static final int CLIENT_BYTES = 1024 * 1024;

    /** Clients of events. */
    static final int CLIENTS = 100;

    /** Requests that wait for an agent, at a time. */
    static final int SLOW_REQUESTS = 16;

    /** Entries of a page. */
    static final int ENTRIES = 200;

    /** Sessions of a page. */
    static final int SESSIONS = 200;

    /** Places that a search finds. */
    static final int HITS = 200;

    private ApiLimits() {}

    static ObjectNode json() {
        return new Fields()
                .put("promptBytes", PROMPT_BYTES)
                .put("bodyBytes", BODY_BYTES)
                .put("entries", ENTRIES)
                .put("sessions", SESSIONS)
                .put("hits", HITS)
                .node();
    }
}
