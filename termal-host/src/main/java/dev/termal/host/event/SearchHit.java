package dev.termal.host.event;

import java.time.Instant;

/**
 * A place where words were found.
 *
 * @param seq the entry with which the message, prompt or tool call begins
 * @param excerpt the text around the first of the words, on one line
 */
public record SearchHit(StoredSession session, long seq, int turn, Instant time, String excerpt) {}
