package dev.termal.api;

import java.util.List;

/**
 * A way to sign in that an agent offers.
 *
 * @param args for {@link Kind#TERMINAL}: what is added to the agent's own command
 * @param environmentNames for {@link Kind#ENVIRONMENT}: the variables that carry the credential
 */
public record AuthMethod(
        String id, String name, String description, Kind kind, List<String> args, List<String> environmentNames) {
    /** How it is done. */
    public enum Kind {
        /** Over the connection; the agent does the rest, such as opening a browser. */
        AGENT,
        /** The agent's own command in a terminal, then a new connection. */
        TERMINAL,
        /** By variables of the environment. */
        ENVIRONMENT,
        /** A word that this version does not know. */
        OTHER
    }

    /** Copies its lists. */
    public AuthMethod {
        args = List.copyOf(args);
        environmentNames = List.copyOf(environmentNames);
    }

    /** A method done over the connection. */
    public static AuthMethod agent(String id, String name) {
        return new AuthMethod(id, name, "", Kind.AGENT, List.of(), List.of());
    }
}
