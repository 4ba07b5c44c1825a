package dev.termal.engine.acp.jsonrpc;

import java.util.List;

/**
 * What a connection ignored so far.
 *
 * @param noiseLines lines that were no message
 * @param firstNoise the first of them
 * @param ignoredFrames answers to nothing, answers that were none, and handlers that failed
 * @param lastIgnored a line on each of the last of these
 */
public record PeerDiagnostics(long noiseLines, List<String> firstNoise, long ignoredFrames, List<String> lastIgnored) {}
