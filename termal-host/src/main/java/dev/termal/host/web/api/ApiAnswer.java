package dev.termal.host.web.api;

import java.io.IOException;
import java.io.Writer;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What a route answers. */
sealed interface ApiAnswer {
    /** A status and nothing more. */
    record Empty(int status) implements ApiAnswer {}

    /**
     * A JSON document.
     *
     * @param location where what was made is
     */
    record Document(int status, JsonNode json, Optional<String> location) implements ApiAnswer {}

    /** Text that is written as it is read. */
    record Text(String mediaType, String fileName, TextWriter writer) implements ApiAnswer {}

    /** Events, as long as the client reads them. */
    record Events(EventSource source) implements ApiAnswer {}

    /** Writes a text of any length. */
    interface TextWriter {
        /** Writes all of it; may block. */
        void write(Writer out) throws IOException;
    }

    /** Where events come from. */
    interface EventSource {
        /** Begins to give events; what is returned is closed when nobody reads any more. */
        AutoCloseable begin(EventSink sink);
    }

    /** A document that is as was wished. */
    static ApiAnswer of(JsonNode json) {
        return new Document(200, json, Optional.empty());
    }

    /** Done, and nothing to tell. */
    static ApiAnswer done() {
        return new Empty(204);
    }
}
