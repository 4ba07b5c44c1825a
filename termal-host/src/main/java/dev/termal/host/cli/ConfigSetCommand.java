package dev.termal.host.cli;

import dev.termal.host.ConfigChange;
import dev.termal.host.Termal;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code termal config set}. */
@Command(
        name = "set",
        description = "Changes a setting in the config file; what would be wrong there is not written.",
        footer = {
            "",
            "A value is JSON where it is an object, a list, a quoted text, a whole number, true or false; else text.",
            "",
            "Examples:",
            "  termal config set permissions read-only",
            "  termal config set agents.NAME.model some-model",
            "  termal config set agents.NAME.command '[\"my-agent\", \"--stdio\"]'",
            "  termal config set /mcpServers/a.b '{\"command\": \"srv\"}'",
            "  termal config set --unset agents.NAME.model",
            "",
            "Exit codes: 0 done, 2 usage or config error: nothing was written."
        })
final class ConfigSetCommand extends BaseCommand {
    @Parameters(
            index = "0",
            paramLabel = "PATH",
            completionCandidates = Asked.Settings.class,
            description = "Names apart by dots, as 'config show' prints them, or a JSON pointer.")
    private String path = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "VALUE", description = "The value.")
    private Optional<String> value = Optional.empty();

    @Option(names = "--unset", description = "Take the setting out of the file.")
    private boolean unset;

    ConfigSetCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() {
        if (unset == value.isPresent()) {
            throw new UsageError(unset ? "give a VALUE or --unset, not both" : "give a VALUE, or --unset");
        }
        try (Termal host = open()) {
            ConfigChange change = value.map(text -> host.setConfig(path, text)).orElseGet(() -> host.unsetConfig(path));
            new ShownChange(shell()).tell(change);
            return ExitCode.OK;
        }
    }
}
