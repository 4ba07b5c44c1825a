package dev.termal.engine.streamjson;

import java.util.Optional;

/** Decides in which process a turn runs. One turn at a time; {@link #close} and {@link #process} from any thread. */
interface Runner {
    /**
     * Begins a turn, in a process that is launched where it has to be.
     *
     * @throws dev.termal.api.AgentException where none could be launched; nothing is left running then
     */
    Attempt begin(Turn turn) throws InterruptedException;

    /** The process of the last turn. */
    Optional<DialectProcess> process();

    /** Ends what runs, within bounds, and launches nothing any more. */
    void close();
}
