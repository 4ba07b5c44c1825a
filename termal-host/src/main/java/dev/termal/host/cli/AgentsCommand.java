package dev.termal.host.cli;

import dev.termal.api.EngineId;
import dev.termal.host.AgentStatus;
import dev.termal.host.Termal;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.document.ListsJson;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code termal agents}. */
@Command(
        name = "agents",
        description = "Shows the agents that TermAl knows, and whether they are ready. Starts none.",
        footer = {
            "",
            "* marks the configured default. An agent that is missing or needs a sign-in says what to do.",
            "",
            "Exit codes: 0 shown, 2 usage or config error."
        })
final class AgentsCommand extends ListCommand {
    private static final int MAX_COMMAND = 1_000;

    AgentsCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    String text(Termal host) throws InterruptedException {
        Table table = new Table(shell().outLook(), "", "AGENT", "NAME", "ENGINES", "READY");
        for (AgentStatus agent : host.agents()) {
            String engines = agent.engines().stream().map(EngineId::value).collect(Collectors.joining(", "));
            table.row(
                            agent.chosen() ? "*" : "",
                            agent.id().value(),
                            agent.name(),
                            engines,
                            agent.readiness().word())
                    .note(join(detail(agent), agent.hint()));
        }
        return table.toString();
    }

    /** The command of one that is ready is shown, unless it is out of all bounds. */
    private static String detail(AgentStatus agent) {
        return agent.readiness() == AgentStatus.Readiness.READY
                ? PlainText.line(agent.detail(), MAX_COMMAND)
                : agent.detail();
    }

    private static String join(String detail, String hint) {
        if (hint.isEmpty() || detail.contains(hint)) {
            return detail;
        }
        return detail.isEmpty() ? hint : detail + ": " + hint;
    }

    @Override
    JsonNode json(Termal host) throws InterruptedException {
        return ListsJson.agents(host.agents());
    }
}
