package dev.termal.host.cli.ask;

/** Whether a terminal shows what is typed. */
public interface Echo {
    /** Hides it; false where that cannot be done. */
    boolean off();

    /** Shows it again. */
    void on();
}
