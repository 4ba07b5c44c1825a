package dev.termal.host.cli;

import dev.termal.host.Termal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code termal config unset}: what {@code config set --unset} does, under the name by which people look for it. */
@Command(
        name = "unset",
        description = "Takes a setting out of the config file, so that its default holds again.",
        footer = {"", "Exit codes: 0 done, also where it was not set; 2 usage or config error: nothing was written."})
final class ConfigUnsetCommand extends BaseCommand {
    @Parameters(
            paramLabel = "PATH",
            completionCandidates = Asked.Settings.class,
            description = "Names apart by dots, as 'config show' prints them, or a JSON pointer.")
    private String path = "";

    ConfigUnsetCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() {
        try (Termal host = open()) {
            new ShownChange(shell()).tell(host.unsetConfig(path));
            return ExitCode.OK;
        }
    }
}
