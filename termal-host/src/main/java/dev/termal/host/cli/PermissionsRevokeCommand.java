package dev.termal.host.cli;

import dev.termal.host.KnownRule;
import dev.termal.host.Termal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code termal permissions revoke}. */
@Command(
        name = "revoke",
        description = "Forgets remembered rules. Those of the config are changed there.",
        footer = {"", "Exit codes: 0 revoked, 1 there is no such rule, 2 usage error."})
final class PermissionsRevokeCommand extends BaseCommand {
    @Parameters(arity = "0..*", paramLabel = "ID", description = "As 'permissions list' shows them.")
    private List<String> ids = List.of();

    @Option(names = "--all", description = "All that were remembered.")
    private boolean all;

    PermissionsRevokeCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() {
        if (all != ids.isEmpty()) {
            throw new UsageError("name the rules to forget, or --all");
        }
        try (Termal host = open()) {
            Set<String> wanted = new LinkedHashSet<>(ids);
            if (all) {
                host.permissionRules().stream().map(KnownRule::id).forEach(id -> id.ifPresent(wanted::add));
            }
            Set<String> gone = host.revokePermissions(wanted);
            wanted.stream().filter(gone::contains).forEach(id -> shell().print("revoked " + id));
            if (all && wanted.isEmpty()) {
                shell().print("nothing was remembered");
            }
            wanted.removeAll(gone);
            wanted.forEach(id -> shell().complain(
                            "no remembered rule \"" + id + "\"; 'termal permissions list' shows what there is"));
            return wanted.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
        }
    }
}
