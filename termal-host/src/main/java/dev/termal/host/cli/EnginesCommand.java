package dev.termal.host.cli;

import dev.termal.api.spi.Setting;
import dev.termal.host.EngineStatus;
import dev.termal.host.Termal;
import dev.termal.host.document.ListsJson;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code termal engines}. */
@Command(
        name = "engines",
        description = "Shows the engines: the ways of talking to agents.",
        footer = {
            "",
            "The options are what \"agents.NAME.options\" in the config file may give; -o json explains them.",
            "",
            "Exit codes: 0 shown, 2 usage or config error."
        })
final class EnginesCommand extends ListCommand {
    EnginesCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    String text(Termal host) {
        Table table = new Table(shell().outLook(), "ENGINE", "NAME", "FROM", "ANY COMMAND");
        for (EngineStatus engine : host.engines()) {
            String options = engine.options().stream().map(Setting::key).collect(Collectors.joining(" "));
            table.row(engine.id().value(), engine.name(), engine.origin(), engine.takesBareCommand() ? "yes" : "no")
                    .note(options.isEmpty() ? "" : "options: " + options);
        }
        return table.toString();
    }

    @Override
    JsonNode json(Termal host) {
        return ListsJson.engines(host.engines());
    }
}
