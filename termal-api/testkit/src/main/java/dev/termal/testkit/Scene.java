package dev.termal.testkit;

/** A part of what a scripted agent does. */
@FunctionalInterface
interface Scene {
    /** Adds it to the agent's script. */
    void play(Script agent);
}
