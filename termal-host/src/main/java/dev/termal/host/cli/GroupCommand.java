package dev.termal.host.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command whose subcommands do the work: alone it shows them. */
abstract class GroupCommand extends BaseCommand {
    @Spec
    private CommandSpec spec;

    GroupCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    final OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    final int run() {
        shell().print(spec.commandLine().getUsageMessage());
        return ExitCode.OK;
    }
}
