package dev.termal.host.cli;

import dev.termal.host.Termal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code termal trust revoke}. */
@Command(
        name = "revoke",
        description = "Lets a repository's config file not count any more.",
        footer = {"", "Exit codes: 0 revoked, 1 it was not trusted."})
final class TrustRevokeCommand extends BaseCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "PATH",
            description = "The file, as 'trust list' shows it, or a folder in the repository. Default: this folder.")
    private Optional<Path> path = Optional.empty();

    TrustRevokeCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() {
        Path given = path.map(shell().cwd()::resolve).orElse(shell().cwd()).normalize();
        try (Termal host = open()) {
            String file = Files.isDirectory(given)
                    ? host.repositoryFile(given)
                            .map(found -> found.path().toString())
                            .orElse(given.toString())
                    : real(given);
            if (host.revokeTrust(file)) {
                shell().print("not trusted any more: " + file);
                return ExitCode.OK;
            }
            shell().complain(file + " is not trusted; 'termal trust list' shows what is");
            return ExitCode.FAILED;
        }
    }

    /** As it was trusted; one that is gone can be revoked all the same. */
    private static String real(Path file) {
        try {
            return file.toRealPath().toString();
        } catch (IOException gone) {
            return file.toString();
        }
    }
}
