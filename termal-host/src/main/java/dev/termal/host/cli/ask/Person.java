package dev.termal.host.cli.ask;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A person who can be told and asked things, by one thread at a time; {@link #wake} may come from any. What was typed before
 * something was asked is no answer to it.
 */
public interface Person {
    /** Shows lines, each with its end; until {@link #leave} nothing else comes between them. */
    void tell(String lines);

    /**
     * A line, stripped; empty at the end of input.
     *
     * @param closed whether the question has been settled elsewhere, looked at after {@link #wake}
     */
    Optional<String> line(String prompt, BooleanSupplier closed) throws AskClosed, InterruptedException;

    /** A line that is not shown; empty where it cannot be hidden, or at the end of input. */
    Optional<String> secret(String prompt, BooleanSupplier closed) throws AskClosed, InterruptedException;

    /** Has who waits for a line look whether the question is closed. */
    void wake();

    /** Nothing more is asked for now. */
    void leave();
}
