package dev.termal.host.cli;

import picocli.CommandLine.Command;

/** {@code termal sessions}: its subcommands do the work. */
@Command(
        name = "sessions",
        description = "Shows, finds, exports and removes the sessions that are kept.",
        synopsisSubcommandLabel = "(list | show | search | queue | export | rename | rm | prune | fork)",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "A session is called by its name (run -s NAME), or by the beginning of its key, as 'list' shows it.",
            "",
            "Exit codes: 0 done, 1 failed, 2 usage error or the sessions cannot be read, 4 no such session."
        })
final class SessionsCommand extends GroupCommand {
    SessionsCommand(TermalCommand termal) {
        super(termal);
    }
}
