package dev.termal.host.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
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
        shell().print(AutoComplete.bash("termal", spec.root().commandLine()));
        return ExitCode.OK;
    }
}
