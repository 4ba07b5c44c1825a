package dev.termal.host.cli;

import dev.termal.host.RepositoryFile;
import dev.termal.host.Termal;
import dev.termal.host.cli.output.PlainText;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code termal trust}. */
@Command(
        name = "trust",
        description = "Lets a repository's own .termal/config.json count, as it is now.",
        synopsisSubcommandLabel = "[list | revoke]",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Such a file can start programs, so it counts for nothing before you have looked at it, and not any more",
            "once it has changed. At a terminal it is shown and you are asked; elsewhere it is trusted at once.",
            "",
            "Exit codes: 0 trusted, 1 not trusted, 2 usage error, or there is no such file."
        })
final class TrustCommand extends BaseCommand {
    @Parameters(arity = "0..1", paramLabel = "DIR", description = "A folder in the repository. Default: this one.")
    private Optional<Path> folder = Optional.empty();

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    private boolean yes;

    TrustCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() throws InterruptedException {
        Path within = folder.map(shell().cwd()::resolve).orElse(shell().cwd()).normalize();
        try (Termal host = open()) {
            RepositoryFile file = host.repositoryFile(within)
                    .orElseThrow(() -> new UsageError("no .termal/config.json was found in " + within
                            + ", nor above it up to the top of its repository"));
            String path = PlainText.clean(file.path().toString());
            if (file.trust() == RepositoryFile.Trust.TRUSTED) {
                shell().print(path + " is trusted already");
                return ExitCode.OK;
            }
            if (!yes && Ask.isPossible(shell())) {
                shell().complain(shell().errLook().bold(path)
                        + (file.trust() == RepositoryFile.Trust.CHANGED ? " (changed since it was trusted)" : ""));
                shell().complain(PlainText.clean(file.text()));
                if (!Ask.yes(shell(), "Trust it? It may start programs and set what agents are told.")) {
                    shell().complain("not trusted");
                    return ExitCode.FAILED;
                }
            }
            host.trust(file);
            shell().print("trusted " + path + ", as long as it stays as it is");
            return ExitCode.OK;
        }
    }
}
