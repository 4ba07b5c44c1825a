package dev.termal.host.cli;

import dev.termal.host.Termal;
import dev.termal.host.TrustedFile;
import dev.termal.host.document.ListsJson;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code termal trust list}. */
@Command(
        name = "list",
        description = "Shows the files that are trusted, and whether they still are as they were.",
        footer = {"", "Exit codes: 0 shown, 2 usage or config error."})
final class TrustListCommand extends ListCommand {
    TrustListCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    String text(Termal host) {
        List<TrustedFile> files = host.trusted();
        if (files.isEmpty()) {
            return "No repository's config file is trusted.";
        }
        Table table = new Table(shell().outLook(), "STATE", "SINCE", "FILE");
        files.forEach(file -> table.row(file.state().name().toLowerCase(Locale.ROOT), file.since(), file.path()));
        return table.toString();
    }

    @Override
    JsonNode json(Termal host) {
        return ListsJson.trusted(host.trusted());
    }
}
