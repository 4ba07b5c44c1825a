package dev.termal.api.spi;

import java.time.Duration;

/**
 * The bounds that engines and processes keep to. The defaults are the product's; tests make them smaller.
 *
 * @param lineBytes the longest line of output
 * @param queueFrames messages between reader and dispatcher
 * @param stderrTailBytes error output kept
 * @param earlyUpdates updates kept for a session that is not known yet
 * @param noiseLines lines in a row that are no message, before the first answer
 * @param initialize for the handshake, tried twice
 * @param authenticate for signing in without a person
 * @param interactiveSignIn for signing in with a person
 * @param openSession for a new, loaded or resumed session
 * @param setOption for a mode, a model or an option
 * @param cancelGrace between asking an agent to stop and ending it
 * @param endOfInput between the end of input and the first signal
 * @param terminate between the first signal and the last
 * @param pipeWrite for one write to the agent
 * @param lateChunks for what comes after a turn, where nobody waits for more
 */
public record Limits(
        int lineBytes,
        int queueFrames,
        int stderrTailBytes,
        int earlyUpdates,
        int noiseLines,
        Duration initialize,
        Duration authenticate,
        Duration interactiveSignIn,
        Duration openSession,
        Duration setOption,
        Duration cancelGrace,
        Duration endOfInput,
        Duration terminate,
        Duration pipeWrite,
        Duration lateChunks) {

    /** The product's own bounds. */
    public static final Limits DEFAULT = new Limits(
            16 * 1024 * 1024,
            4096,
            64 * 1024,
            256,
            100,
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofMinutes(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(20),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            Duration.ofSeconds(30),
            Duration.ofMillis(300));

    /** The same with other waits for the agent's answers: handshake, session and options alike. */
    public Limits withAnswerTimeout(Duration timeout) {
        return new Limits(
                lineBytes,
                queueFrames,
                stderrTailBytes,
                earlyUpdates,
                noiseLines,
                timeout,
                timeout,
                interactiveSignIn,
                timeout,
                timeout,
                cancelGrace,
                endOfInput,
                terminate,
                pipeWrite,
                lateChunks);
    }

    /** The same with another wait after a cancel. */
    public Limits withCancelGrace(Duration grace) {
        return new Limits(
                lineBytes,
                queueFrames,
                stderrTailBytes,
                earlyUpdates,
                noiseLines,
                initialize,
                authenticate,
                interactiveSignIn,
                openSession,
                setOption,
                grace,
                endOfInput,
                terminate,
                pipeWrite,
                lateChunks);
    }

    /** The same with other sizes of line and queue. */
    public Limits withSizes(int newLineBytes, int newQueueFrames) {
        return new Limits(
                newLineBytes,
                newQueueFrames,
                stderrTailBytes,
                earlyUpdates,
                noiseLines,
                initialize,
                authenticate,
                interactiveSignIn,
                openSession,
                setOption,
                cancelGrace,
                endOfInput,
                terminate,
                pipeWrite,
                lateChunks);
    }
}
