package dev.termal.host.cli;

import picocli.CommandLine.Parameters;

/** The session that a command is about: a mixin. */
final class SessionParameter {
    @Parameters(
            index = "0",
            paramLabel = "SESSION",
            completionCandidates = Asked.Sessions.class,
            description = "Its name, or the beginning of its key.")
    private String reference = "";

    String reference() {
        return reference;
    }
}
