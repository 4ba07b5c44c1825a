package dev.termal.host;

import dev.termal.api.AuthMethod;
import java.util.List;

/**
 * A way to sign in to an agent.
 *
 * @param id the method's, or {@code own-command} for the agent's own sign-in
 * @param details for a terminal: program and arguments; for variables: their names
 */
public record SignInWay(String id, String name, String description, AuthMethod.Kind kind, List<String> details) {
    /** The id of the agent's own sign-in, which no agent has to offer. */
    public static final String OWN_COMMAND = "own-command";

    /** Copies its list. */
    public SignInWay {
        details = List.copyOf(details);
    }
}
