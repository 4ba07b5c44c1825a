package dev.termal.host.cli;

import dev.termal.host.ModelList;
import dev.termal.host.Termal;
import dev.termal.host.document.ListsJson;
import dev.termal.host.json.Json;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code termal models}. */
@Command(
        name = "models",
        description = "Shows the models of an agent. Spends no tokens, but may have to start it.",
        footer = {
            "",
            "* marks the one that a session has unless another is asked for with -m.",
            "",
            "Exit codes: 0 shown, 1 failed, 2 usage or config error, 4 no such agent, 6 it wants a sign-in first."
        })
final class ModelsCommand extends BaseCommand {
    @Mixin
    private AgentOption agent = new AgentOption();

    @Mixin
    private FormatOption format = new FormatOption();

    ModelsCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return format.format();
    }

    @Override
    int run() throws InterruptedException {
        interruptible();
        ModelList models;
        try (Termal host = open()) {
            warn(host);
            models = host.models(agent.spec(shell().cwd()));
        }
        if (!models.reason().isEmpty()) {
            new Failures(shell()).complain(models.reason());
        }
        if (format.json()) {
            shell().print(Json.pretty(ListsJson.models(models)));
        } else if (models.models().isEmpty()) {
            shell().complain(models.agent() + " does not tell its models; -m takes the names that it knows itself");
        } else {
            shell().print(table(models));
        }
        return ExitCode.OK;
    }

    private String table(ModelList models) {
        Table table = new Table(shell().outLook(), "", "MODEL", "NAME", "WHAT IT IS");
        for (ModelList.Model model : models.models()) {
            boolean current = models.current().equals(Optional.of(model.id()));
            table.row(current ? "*" : "", model.id(), model.name(), model.description());
        }
        return table.toString();
    }
}
