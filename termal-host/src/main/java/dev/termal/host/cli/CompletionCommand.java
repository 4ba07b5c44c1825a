package dev.termal.host.cli;

import dev.termal.host.Termal;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code termal completion}. */
@Command(
        name = "completion",
        description = "Prints a script that completes commands, options and values in bash, zsh and fish.",
        footer = {
            "",
            "Examples:",
            "  source <(termal completion)                    in this shell (bash, zsh)",
            "  termal completion > ~/.termal-completion       for all to come, with this line in ~/.bashrc or ~/.zshrc:",
            "                                                 . ~/.termal-completion",
            "  termal completion fish > ~/.config/fish/completions/termal.fish",
            "",
            "Exit codes: 0 printed, 2 usage error."
        })
final class CompletionCommand extends BaseCommand {
    @Parameters(
            paramLabel = "SHELL",
            arity = "0..1",
            completionCandidates = Shells.class,
            description = "bash, zsh (the script is the same) or fish. Default: bash.")
    private Optional<String> shellName = Optional.empty();

    /** What a script asks for when somebody completes. */
    @Option(names = "--asked", hidden = true)
    private Optional<String> asked = Optional.empty();

    @Option(names = "-a", hidden = true)
    private Optional<String> agent = Optional.empty();

    @Spec
    private CommandSpec spec;

    CompletionCommand(TermalCommand termal) {
        super(termal);
    }

    /** The shells that there are scripts for. */
    static final class Shells implements Iterable<String> {
        private static final List<String> ALL = List.of("bash", "zsh", "fish");

        @Override
        public Iterator<String> iterator() {
            return ALL.iterator();
        }
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() throws InterruptedException {
        if (asked.isPresent()) {
            return answer(Asked.ofWord(asked.get())
                    .orElseThrow(() -> new UsageError("nobody knows " + asked.get() + " to complete")));
        }
        shellName.filter(name -> !Shells.ALL.contains(name)).ifPresent(other -> {
            throw new UsageError(
                    "there is no completion for '" + other + "', only for " + String.join(", ", Shells.ALL));
        });
        shell().print(
                        shellName.equals(Optional.of("fish"))
                                ? new FishCompletion().of(spec.root())
                                : new BashCompletion().of(spec.root()));
        return ExitCode.OK;
    }

    private int answer(Asked what) throws InterruptedException {
        try (Termal host = open()) {
            new AskedWords(host, shell().cwd()).of(what, agent).forEach(shell()::print);
            return ExitCode.OK;
        }
    }
}
