package dev.termal.host.cli;

import java.util.List;
import java.util.Optional;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code termal completion}. */
@Command(
        name = "completion",
        description = "Prints a script that completes commands and options in bash and zsh.",
        footer = {
            "",
            "Examples:",
            "  source <(termal completion)                    in this shell",
            "  termal completion >> ~/.bash_completion        in all shells to come (bash)"
        })
final class CompletionCommand extends BaseCommand {
    private static final List<String> SHELLS = List.of("bash", "zsh");

    /** What there is when somebody completes. */
    private static final String NAMES = "$(termal sessions list --names 2>/dev/null)";

    @Parameters(
            paramLabel = "SHELL",
            arity = "0..1",
            description = "bash or zsh: the script is the same, and there is none for other shells.")
    private Optional<String> shellName = Optional.empty();

    @Spec
    private CommandSpec spec;

    CompletionCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() {
        shellName.filter(name -> !SHELLS.contains(name)).ifPresent(other -> {
            throw new UsageError(
                    "there is no completion for '" + other + "', only for " + String.join(" and ", SHELLS));
        });
        String script = AutoComplete.bash("termal", spec.root().commandLine());
        shell().print(script.replace('"' + SessionNames.MARK + '"', NAMES));
        return ExitCode.OK;
    }
}
