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
        description = {
            "Prints the value of one setting as it stands, wherever that comes from: objects and lists as JSON.",
            "Secrets are masked."
        },
        footer = {"", "Exit codes: 0 printed, 1 it is not set, 2 usage or config error."})
final class ConfigGetCommand extends BaseCommand {
    private static final String FROM_FILE = "file";
    private static final int MAX_CHARS = 100_000;

    @Parameters(
            paramLabel = "PATH",
            completionCandidates = Asked.Settings.class,
            description = "Names apart by dots, as 'config show' prints them, or a JSON pointer.")
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
            Optional<EffectiveSetting> effective = settings.stream()
                    .filter(setting -> setting.path().equals(path))
                    .findFirst();
            Optional<String> value = effective
                    .filter(setting -> !setting.source().equals(FROM_FILE))
                    .map(EffectiveSetting::value)
                    .or(() -> written(host))
                    .or(() -> effective.map(EffectiveSetting::value));
            value.ifPresentOrElse(
                    text -> shell().print(PlainText.cut(PlainText.clean(text), MAX_CHARS)),
                    () -> new Failures(shell()).complain("'" + path + "' is not set" + hint(settings)));
            int problem = configProblem(host);
            return problem != ExitCode.OK ? problem : value.isPresent() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    /** Whole, where {@code config show} has it in a line. */
    private Optional<String> written(Termal host) {
        return host.configProblem().isPresent() ? Optional.empty() : host.writtenConfig(path);
    }

    private String hint(List<EffectiveSetting> settings) {
        return Nearest.hint(path, settings.stream().map(EffectiveSetting::path).toList());
    }
}
