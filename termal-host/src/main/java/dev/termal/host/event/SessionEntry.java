package dev.termal.host.event;

import java.time.Instant;

/**
 * One entry of a session's stream.
 *
 * @param seq from 1, without gaps in one session
 * @param time when the host took it
 * @param turn the turn that it belongs to, from 1; 0 for what comes before the first
 */
public record SessionEntry(long seq, Instant time, int turn, EntryBody body) {}
