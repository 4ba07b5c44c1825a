package dev.termal.host.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code termal config}: its subcommands do the work. */
@Command(
        name = "config",
        description = "Shows the settings: where their file is, what they are, what they may be.",
        synopsisSubcommandLabel = "(path | show | schema)",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "A flag beats the environment, which beats the file, which beats an agent's own defaults.",
            "",
            "Exit codes: 0 shown, 2 usage or config error."
        })
final class ConfigCommand extends BaseCommand {
    @Spec
    private CommandSpec spec;

    ConfigCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() {
        shell().print(spec.commandLine().getUsageMessage());
        return ExitCode.OK;
    }
}
