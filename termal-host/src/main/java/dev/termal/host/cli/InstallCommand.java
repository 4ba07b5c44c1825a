package dev.termal.host.cli;

import dev.termal.host.InstallOffer;
import dev.termal.host.Installation;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import java.net.URI;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code termal install}. */
@Command(
        name = "install",
        description = "Fetches an agent's program, checks it and puts it in its place, after a yes.",
        footer = {
            "",
            "A build is pinned; --newest asks the agent's registry for the one of now. The digest of the first",
            "download of a build is kept, and another archive of the same build is refused.",
            "",
            "Exit codes: 0 installed, 1 failed, 2 usage error, 4 no such agent, 130 not wanted."
        })
final class InstallCommand extends BaseCommand {
    @Parameters(
            paramLabel = "AGENT",
            completionCandidates = Asked.Agents.class,
            arity = "0..1",
            description = "The agent; 'termal agents' shows them.")
    private Optional<String> agent = Optional.empty();

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    private boolean yes;

    @Option(
            names = "--newest",
            description = "The newest build that the registry tells of, in place of the pinned one.")
    private boolean newest;

    @Option(names = "--dry-run", description = "Show what would be fetched, and fetch nothing.")
    private boolean dryRun;

    InstallCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() throws InterruptedException {
        String name = agent.orElseThrow(() -> new UsageError("say which agent; 'termal agents' shows them"));
        Interruption.of(shell());
        try (Termal host = open()) {
            warn(host);
            InstallOffer offer = host.installOffer(
                    SessionSpec.builder(shell().cwd()).agent(name).build(), newest);
            if (offer.there().isPresent() && !dryRun) {
                return installed(host, offer);
            }
            describe(offer);
            if (dryRun) {
                return ExitCode.OK;
            }
            if (!yes && !agreed()) {
                shell().complain("nothing was fetched");
                return ExitCode.INTERRUPTED;
            }
            return installed(host, offer);
        }
    }

    private int installed(Termal host, InstallOffer offer) throws InterruptedException {
        Installation done =
                host.install(offer, line -> shell().complain(shell().errLook().dim(line)));
        shell().print((done.wasThere() ? "already there: " : "installed: ") + done.executable() + " (" + done.version()
                + ")");
        return ExitCode.OK;
    }

    private void describe(InstallOffer offer) {
        shell().print(offer.agent() + " " + offer.plan().version() + ", license "
                + offer.plan().license()
                + offer.plan()
                        .licenseUrl()
                        .map(URI::toString)
                        .map(url -> " (" + url + ")")
                        .orElse(""));
        shell().print("  from " + offer.archive().url());
        shell().print("  into " + offer.plan().folder().resolve(offer.plan().version()));
        shell().print("  SHA-256 "
                + offer.archive().sha256().orElse("is not published; that of the first download is kept"));
        offer.there().ifPresent(path -> shell().print("  it is there already: " + path));
        for (String note : offer.plan().notes()) {
            shell().print("  " + note);
        }
    }

    private boolean agreed() throws InterruptedException {
        if (!Ask.isPossible(shell())) {
            throw new UsageError("nobody can be asked here whether to fetch this: say --yes");
        }
        return Ask.yes(shell(), "Fetch and install it?");
    }
}
