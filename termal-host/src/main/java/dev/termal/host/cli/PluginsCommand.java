package dev.termal.host.cli;

import dev.termal.host.PluginStatus;
import dev.termal.host.Termal;
import dev.termal.host.document.ListsJson;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    private static final int SHORT_HASH = 12;

    PluginsCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    String text(Termal host) {
        List<PluginStatus> plugins = host.plugins();
        Table table = new Table(shell().outLook(), "PLUGIN", "VERSION", "API", "SHA-256", "BRINGS", "PLACE");
        for (PluginStatus plugin : plugins) {
            table.row(
                    plugin.name(),
                    plugin.version(),
                    plugin.apiVersion(),
                    plugin.sha256()
                            .map(hash -> hash.substring(0, Math.min(SHORT_HASH, hash.length())))
                            .orElse(""),
                    plugin.isLoaded() ? String.join(", ", plugin.provides()) : "not loaded",
                    plugin.place());
        }
        StringBuilder text = new StringBuilder(table.toString());
        plugins.stream()
                .flatMap(plugin -> plugin.problems().stream())
                .forEach(problem ->
                        text.append(shell().outLook().warning(problem)).append('\n'));
        return text.toString();
    }

    /** All but what the list itself tells. */
    @Override
    Stream<String> warnings(Termal host) {
        Set<String> told = host.plugins().stream()
                .flatMap(plugin -> plugin.problems().stream())
                .collect(Collectors.toSet());
        return super.warnings(host).filter(warning -> !told.contains(warning));
    }

    @Override
    JsonNode json(Termal host) {
        return ListsJson.plugins(host.plugins());
    }
}
