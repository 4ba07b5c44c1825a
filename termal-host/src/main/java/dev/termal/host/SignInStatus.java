package dev.termal.host;

import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;

/**
 * Whether an agent is signed in, as far as can be told without starting it.
 *
 * @param instructions what to tell a person who wants to sign in
 */
public record SignInStatus(AgentId agent, String name, AuthStatus status, String instructions) {}
