package dev.termal.testkit;

/**
 * What a scripted agent can do, for code in its script ({@link Script#then}, {@link Responder}) and for tests that take part
 * in the conversation by hand. From any thread; lines of several threads do not mix. Does nothing once the agent has ended.
 */
public interface AgentSide {
    /** Writes a line. Blocks while the pipe is full, as a real agent would. */
    void send(String line);

    /** Writes bytes as they are. */
    void sendBytes(byte[] bytes);

    /** Writes to the error output. */
    void stderr(String text);

    /** Closes the output; the agent lives on. */
    void closeOutput();

    /** Closes the input: what is written to it from now on fails. */
    void closeInput();

    /** Ends the agent with this exit code. */
    void exit(int code);
}
