package dev.termal.api.spi;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * A running agent, spoken to in lines of UTF-8.
 *
 * <p>Implemented by the host and by the test kit. The host drains the error output, bounds lines, and ends the whole tree on
 * close.
 */
public interface AgentProcess extends AutoCloseable {
    /** The process's id. */
    long pid();

    /**
     * Writes one line and flushes. From any thread; lines of several threads do not mix.
     *
     * @param line without its end; must not hold a line feed
     * @throws dev.termal.api.AgentException {@code AGENT_EXITED} where the pipe is closed; {@code TIMEOUT} where the write
     *     blocked longer than {@link Limits#pipeWrite()}, after which the process is ended
     */
    void send(String line);

    /** Closes the agent's standard input. */
    void endInput();

    /**
     * Waits for the next line, without its end. For one thread only. Bytes that are no UTF-8 become U+FFFD.
     *
     * @return empty at the end of output
     * @throws dev.termal.api.AgentException {@code PROTOCOL} for a line over {@link Limits#lineBytes()}; nothing can be
     *     received after that
     */
    Optional<String> receive() throws InterruptedException;

    /**
     * The beginning of what was read of a line whose end has not come; empty where nothing was. Whoever asks a person for
     * something, as a terminal program does, waits behind such a line.
     */
    default String unfinishedLine() {
        return "";
    }

    /** How many bytes of output were no UTF-8 so far. */
    long malformedBytes();

    /** The end of the error output so far, at most {@link Limits#stderrTailBytes()}. */
    String stderrTail();

    /** Completes when the process has ended. */
    CompletionStage<ProcessExit> onExit();

    /** The memory of the process and its descendants in bytes, where the platform tells. */
    OptionalLong treeMemory();

    /** Ends the process and all its descendants, within bounds. Does nothing the second time. */
    @Override
    void close();
}
