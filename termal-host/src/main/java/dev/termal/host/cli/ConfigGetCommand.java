package dev.termal.host.cli;

import dev.termal.host.EffectiveSetting;
import dev.termal.host.Termal;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.text.Nearest;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code termal config get}. */
@Command(
        name = "get",
        description = "Prints the value of one setting as it stands, wherever that comes from. Secrets are masked.",
        footer = {"", "Exit codes: 0 printed, 1 it is not set, 2 usage or config error."})
final class ConfigGetCommand extends BaseCommand {
    private static final int MAX_LINE = 100_000;

    @Parameters(paramLabel = "PATH", description = "Names apart by dots, as 'config show' prints them.")
    private String path = "";

    ConfigGetCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() {
        try (Termal host = open()) {
            List<EffectiveSetting> settings = host.config();
            Optional<EffectiveSetting> found = settings.stream()
                    .filter(setting -> setting.path().equals(path))
                    .findFirst();
            found.ifPresentOrElse(
                    setting -> shell().print(PlainText.line(setting.value(), MAX_LINE)),
                    () -> new Failures(shell())
                            .complain(path + " is not set"
                                    + Nearest.hint(
                                            path,
                                            settings.stream()
                                                    .map(EffectiveSetting::path)
                                                    .toList())));
            int problem = configProblem(host);
            return problem != ExitCode.OK ? problem : found.isPresent() ? ExitCode.OK : ExitCode.FAILED;
        }
    }
}
