package dev.termal.host;

import java.util.List;

/** Whoever asked for a sign-in. Called on the thread that asked. */
public interface SignInCaller {
    /**
     * Chooses a way; may fail where none suits, which ends the sign-in.
     *
     * @param ways at least one, the preferred first
     */
    SignInWay choose(List<SignInWay> ways) throws InterruptedException;

    /** Is told how it goes, in a line. */
    void told(String line);
}
