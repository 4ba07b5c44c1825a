package dev.termal.api;

/**
 * JSON text that the API passes on unread: tool input and output, vendor extensions, schemas.
 *
 * <p>The text comes from agents and plugins. Who prints or stores it parses and encodes it again first.
 *
 * @param text one JSON value; not checked here
 */
public record RawJson(String text) {
    /** Refuses blank text with an {@link IllegalArgumentException}. */
    public RawJson {
        Checks.text("json", text);
    }
}
