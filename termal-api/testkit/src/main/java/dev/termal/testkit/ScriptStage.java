package dev.termal.testkit;

import java.util.Optional;

/** What a script is played on: an agent in this process, or a process of its own. */
interface ScriptStage extends AgentSide {
    long pid();

    boolean ended();

    /** All steps have been played. */
    void played();

    /** The next line from the host; empty at the end of input. */
    Optional<String> nextLine() throws InterruptedException;

    void stopReading();

    void stall(String gate) throws InterruptedException;

    void kill(Script.Signal signal);

    void ignoreTerminate();

    /** Gives the new process's id. */
    long spawn(Script.Kin kin);

    /** The host did what the script does not allow; the agent ends. */
    void failed(String why);
}
