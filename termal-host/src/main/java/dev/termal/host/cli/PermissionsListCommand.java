package dev.termal.host.cli;

import dev.termal.host.KnownRule;
import dev.termal.host.Termal;
import dev.termal.host.document.ListsJson;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code termal permissions list}. */
@Command(
        name = "list",
        description = "Shows the rules of your config, then those that were remembered.",
        footer = {
            "",
            "A trusted repository's rules hold in its folder besides and are not shown here.",
            "",
            "Exit codes: 0 shown, 2 usage or config error."
        })
final class PermissionsListCommand extends ListCommand {
    PermissionsListCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    String text(Termal host) {
        List<KnownRule> rules = host.permissionRules();
        if (rules.isEmpty()) {
            return "No rules: the permission policy alone decides.";
        }
        Table table = new Table(shell().outLook(), "ID", "RULE", "WHERE", "SINCE", "UNTIL", "ABOUT");
        rules.forEach(rule -> table.row(
                rule.id().orElse("-"),
                rule.decision(),
                where(rule),
                rule.since().map(Instant::toString).orElse(""),
                rule.until().map(Instant::toString).orElse(""),
                rule.about()));
        return table.toString();
    }

    private static String where(KnownRule rule) {
        return rule.folder()
                .map(Path::toString)
                .or(() -> rule.scope().map(scope -> scope.name().toLowerCase(Locale.ROOT)))
                .orElse("config");
    }

    @Override
    JsonNode json(Termal host) {
        return ListsJson.rules(host.permissionRules());
    }
}
