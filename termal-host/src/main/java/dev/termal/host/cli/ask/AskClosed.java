package dev.termal.host.cli.ask;

/** What was asked has been settled elsewhere: the turn was cancelled or has ended. */
public final class AskClosed extends Exception {
    private static final long serialVersionUID = 1L;

    /** It has. */
    public AskClosed() {
        super("settled elsewhere");
    }
}
