package dev.termal.host.cli;

import dev.termal.host.Termal;
import dev.termal.host.json.Json;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** A command that shows what a host knows: a table for people, one JSON document for programs. */
abstract class ListCommand extends BaseCommand {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            converter = Choices.ListFormat.class,
            completionCandidates = Choices.ListFormat.class,
            defaultValue = "text",
            description = "How to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private OutputFormat format;

    ListCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    final OutputFormat format() {
        return format == null ? OutputFormat.TEXT : format;
    }

    @Override
    final int run() throws InterruptedException {
        try (Termal host = open()) {
            if (format() == OutputFormat.JSON) {
                shell().print(Json.pretty(json(host)));
            } else {
                shell().print(text(host));
            }
            warn(host);
            return configProblem(host);
        }
    }

    abstract String text(Termal host) throws InterruptedException;

    abstract JsonNode json(Termal host) throws InterruptedException;
}
