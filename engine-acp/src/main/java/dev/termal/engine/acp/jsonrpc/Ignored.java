package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.engine.acp.jsonrpc.Frame.Malformed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Counts what a connection ignores, keeps a little of it, and tells when noise is all there is. Any thread may ask. */
final class Ignored {
    private static final int KEPT = 16;
    private static final Pattern JSONRPC_MEMBER = Pattern.compile("\\s*\"jsonrpc\"\\s*:\\s*\"2\\.0\"\\s*,?\\s*");

    private final String name;
    private final int noiseLimit;
    private final List<String> firstNoise = new ArrayList<>();
    private final Deque<String> lastIgnored = new ArrayDeque<>();
    private long noiseLines;
    private long ignoredFrames;
    private int inARow;
    private boolean opened; // the noise in a row began an object on a line of its own
    private boolean messageSeen;
    private boolean answered;

    Ignored(String name, int noiseLimit) {
        this.name = name;
        this.noiseLimit = noiseLimit;
    }

    /** A message came. */
    synchronized void message() {
        messageSeen = true;
        inARow = 0;
        opened = false;
    }

    /** An answer came: the peer speaks the protocol, and noise can do no harm any more. */
    synchronized void answer() {
        answered = true;
    }

    /** Noise came; a failure where it must be taken for all that will come. */
    synchronized Optional<AgentException> noise(Malformed line) {
        noiseLines++;
        inARow++;
        if (firstNoise.size() < KEPT) {
            firstNoise.add(line.head());
        }
        opened |= line.head().equals("{");
        if (answered) {
            return Optional.empty();
        }
        if (opened && JSONRPC_MEMBER.matcher(line.head()).matches()) {
            return Optional.of(protocol(
                    name + " spreads a JSON message over several lines;" + " every message must stand on one line"));
        }
        return inARow < noiseLimit
                ? Optional.empty()
                : Optional.of(
                        protocol(name + " printed " + inARow + " lines that are no JSON-RPC messages. " + first()));
    }

    /** The failure of a peer that sends back what it is sent. */
    AgentException echo() {
        return protocol(
                name + " repeats what it is sent, so it does not speak the protocol: check its command, which may"
                        + " lack an argument such as --acp");
    }

    /** Something else was ignored. */
    synchronized void frame(String line) {
        ignoredFrames++;
        if (lastIgnored.size() == KEPT) {
            lastIgnored.remove();
        }
        lastIgnored.add(line);
    }

    /** A failure for a peer that ended and had printed noise alone. */
    synchronized Optional<AgentException> onlyNoise(String howItEnded, String stderrTail) {
        return messageSeen || noiseLines == 0
                ? Optional.empty()
                : Optional.of(new AgentException(
                        ErrorCode.PROTOCOL,
                        name + " " + howItEnded + " and had printed no JSON-RPC message. " + first(),
                        AgentException.Detail.stderr(stderrTail)));
    }

    synchronized PeerDiagnostics snapshot() {
        return new PeerDiagnostics(noiseLines, List.copyOf(firstNoise), ignoredFrames, List.copyOf(lastIgnored));
    }

    private String first() {
        return "The first line was: " + firstNoise.get(0);
    }

    private static AgentException protocol(String message) {
        return new AgentException(ErrorCode.PROTOCOL, message);
    }
}
