package dev.termal.host.cli;

import dev.termal.host.EffectiveSetting;
import dev.termal.host.Termal;
import dev.termal.host.document.ListsJson;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code termal config show}. */
@Command(
        name = "show",
        description = "Shows each setting, its value and where it comes from. Secrets are masked.",
        footer = {"", "Exit codes: 0 shown, 2 usage or config error."})
final class ConfigShowCommand extends ListCommand {
    ConfigShowCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    String text(Termal host) {
        List<EffectiveSetting> settings = host.config();
        Table table = new Table(shell().outLook(), "SETTING", "FROM", "VALUE");
        settings.forEach(setting -> table.row(setting.path(), setting.source(), setting.value()));
        return table.toString();
    }

    @Override
    JsonNode json(Termal host) {
        return ListsJson.settings(host.config());
    }
}
