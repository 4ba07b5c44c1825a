package dev.termal.host.cli;

import dev.termal.host.config.TermalHome;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code termal config path}. Reads nothing, so it works when the file is broken. */
@Command(
        name = "path",
        description = "Prints where the config file is, whether or not it is there.",
        footer = {"", "Example:", "  $EDITOR \"$(termal config path)\"", "", "Exit codes: 0 printed, 2 usage error."})
final class ConfigPathCommand extends BaseCommand {
    ConfigPathCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() {
        shell().print(TermalHome.find(Optional.empty(), shell().environment())
                .config()
                .toString());
        return ExitCode.OK;
    }
}
