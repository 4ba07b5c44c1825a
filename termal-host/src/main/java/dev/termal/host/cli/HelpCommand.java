package dev.termal.host.cli;

import dev.termal.host.text.Nearest;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code termal help}: the same as {@code --help} behind a command. */
@Command(
        name = "help",
        description = "Shows the help of a command, as 'termal help config set'.",
        footer = {"", "Exit codes: 0 shown, 2 there is no such command."})
final class HelpCommand extends BaseCommand {
    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command, and one within it.")
    private List<String> words = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    HelpCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() {
        CommandLine command = spec.root().commandLine();
        for (String word : words) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                throw new UsageError("unknown command '" + word + "'"
                        + Nearest.hint(word, command.getSubcommands().keySet()));
            }
            command = next;
        }
        shell().print(command.getUsageMessage());
        return ExitCode.OK;
    }
}
