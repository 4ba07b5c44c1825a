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
        description = "Prints a script that completes commands and options in bash, zsh and fish.",
        footer = {
            "",
            "Examples:",
            "  source <(termal completion)                    in this shell",
            "  termal completion >> ~/.bash_completion        in all shells to come (bash)",
            "  termal completion fish > ~/.config/fish/completions/termal.fish"
        })
final class CompletionCommand extends BaseCommand {
    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    /** What there is when somebody completes. */
    private static final String NAMES = "(termal sessions list --names 2>/dev/null)";

    @Parameters(
            paramLabel = "SHELL",
            arity = "0..1",
            description = "bash, zsh (the script is the same) or fish. Default: bash.")
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
            throw new UsageError("there is no completion for '" + other + "', only for " + String.join(", ", SHELLS));
        });
        shell().print(
                        shellName.equals(Optional.of("fish"))
                                ? new FishCompletion(NAMES).of(spec.root())
                                : AutoComplete.bash("termal", spec.root().commandLine())
                                        .replace('"' + SessionNames.MARK + '"', '$' + NAMES));
        return ExitCode.OK;
    }
}
