package dev.termal.host.cli;

import picocli.CommandLine.Command;

/** {@code termal permissions}. */
@Command(
        name = "permissions",
        description = "Shows the rules by which agents' requests are answered, and revokes remembered ones.",
        synopsisSubcommandLabel = "(list | revoke)",
        commandListHeading = "%nCommands:%n",
        footer = {"", "Exit codes: 0 done, 2 usage or config error."})
final class PermissionsCommand extends GroupCommand {
    PermissionsCommand(TermalCommand termal) {
        super(termal);
    }
}
