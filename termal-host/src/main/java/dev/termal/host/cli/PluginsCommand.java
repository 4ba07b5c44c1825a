package dev.termal.host.cli;

import dev.termal.host.PluginStatus;
import dev.termal.host.Termal;
import dev.termal.host.json.ListsJson;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code termal plugins}. */
@Command(
        name = "plugins",
        description = "Shows the plugins that were found, what they bring, and why one was not loaded.",
        footer = {
            "",
            "Plugins are looked for in the folder plugins of TERMAL_HOME, in the folders that TERMAL_PLUGINS names,",
            "and in those given with --plugins.",
            "",
            "Exit codes: 0 shown, 2 usage or config error."
        })
final class PluginsCommand extends ListCommand {
    PluginsCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    String text(Termal host) {
        Table table = new Table(shell().outLook(), "PLUGIN", "VERSION", "API", "PLACE", "BRINGS");
        for (PluginStatus plugin : host.plugins()) {
            String brings = String.join(", ", plugin.provides());
            table.row(
                    plugin.name(),
                    plugin.version(),
                    plugin.apiVersion(),
                    plugin.place(),
                    plugin.problem().map(problem -> "not loaded: " + problem).orElse(brings));
        }
        return table.toString();
    }

    @Override
    JsonNode json(Termal host) {
        return ListsJson.plugins(host.plugins());
    }
}
