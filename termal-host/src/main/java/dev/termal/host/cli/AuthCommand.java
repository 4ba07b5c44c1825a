package dev.termal.host.cli;

import picocli.CommandLine.Command;

/** {@code termal auth}: its subcommands do the work. */
@Command(
        name = "auth",
        description = "Shows which agents are signed in; signs in and out.",
        synopsisSubcommandLabel = "(status | login | logout)",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Credentials are the agents' own: TermAl looks whether they are there, and neither reads nor writes any.",
            "",
            "Examples:",
            "  termal auth status",
            "  termal auth login -a AGENT",
            "",
            "Exit codes: 0 done, 1 failed, 2 usage or config error, 3 timeout, 4 no such agent, 6 not signed in."
        })
final class AuthCommand extends GroupCommand {
    AuthCommand(TermalCommand termal) {
        super(termal);
    }
}
