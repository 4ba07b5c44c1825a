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
    /** What there is when somebody completes. */
    private static final String NAMES = "$(termal sessions list --names 2>/dev/null)";

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
        String script = AutoComplete.bash("termal", spec.root().commandLine());
        shell().print(script.replace('"' + SessionNames.MARK + '"', NAMES));
        return ExitCode.OK;
    }
}
