package dev.termal.host.event;

import java.time.Instant;

/**
 * One entry of a session's stream.
 *
 * @param seq from 1, rising by one as things happen; in what is kept, the last of those that an entry stands for. Numbers that
 *     may have been shown and lost with a host that was killed are never given again
 * @param time when the host took it
 * @param turn the turn that it belongs to, from 1; 0 for what comes before the first
 */
public record SessionEntry(long seq, Instant time, int turn, EntryBody body) {}
