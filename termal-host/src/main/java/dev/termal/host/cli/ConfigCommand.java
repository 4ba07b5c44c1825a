package dev.termal.host.cli;

import picocli.CommandLine.Command;

/** {@code termal config}: its subcommands do the work. */
@Command(
        name = "config",
        description = "Shows and changes the settings: where their file is, what they are, what they may be.",
        synopsisSubcommandLabel = "(path | show | get | schema | set | unset)",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "A flag beats the environment, which beats the file, which beats an agent's own defaults.",
            "",
            "Exit codes: 0 done, 2 usage or config error."
        })
final class ConfigCommand extends GroupCommand {
    ConfigCommand(TermalCommand termal) {
        super(termal);
    }
}
