package dev.termal.host.event;

import java.time.Instant;

/**
 * Somebody who waits for a session that is in use. The first who came is the first who gets it.
 *
 * @param id names it among those who wait
 * @param who in words for people
 * @param text the beginning of the prompt, where it is known already
 */
public record WaitingPrompt(long id, String who, String text, Instant since) {}
