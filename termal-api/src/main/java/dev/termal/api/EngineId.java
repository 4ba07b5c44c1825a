package dev.termal.api;

/**
 * The name of an engine, that is of one way of talking to agents.
 *
 * @param value a slug: {@code [a-z][a-z0-9-]{0,63}}
 */
public record EngineId(String value) {
    /** Refuses what is no slug with an {@link IllegalArgumentException}. */
    public EngineId {
        Checks.slug("engine id", value);
    }

    @Override
    public String toString() {
        return value;
    }
}
