package dev.termal.api;

/**
 * The name of an agent, as people type it.
 *
 * @param value a slug: {@code [a-z][a-z0-9-]{0,63}}
 */
public record AgentId(String value) {
    /** Refuses what is no slug with an {@link IllegalArgumentException}. */
    public AgentId {
        Checks.slug("agent id", value);
    }

    @Override
    public String toString() {
        return value;
    }
}
