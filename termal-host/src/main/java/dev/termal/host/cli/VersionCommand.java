package dev.termal.host.cli;

import java.util.List;
import picocli.CommandLine.Command;

/** {@code termal version}. */
@Command(
        name = "version",
        description = "Prints the version of this program and of the Java it runs on.",
        footer = {"", "Exit codes: 0 printed, 2 usage error."})
final class VersionCommand extends BaseCommand {
    VersionCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() {
        List.of(new Version().getVersion()).forEach(shell()::print);
        return ExitCode.OK;
    }
}
