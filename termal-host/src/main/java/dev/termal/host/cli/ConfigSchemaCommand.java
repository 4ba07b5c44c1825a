package dev.termal.host.cli;

import dev.termal.host.Termal;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** {@code termal config schema}. */
@Command(
        name = "schema",
        description =
                "Prints the JSON Schema of the config file, with the settings of the agents and engines that are there.",
        footer = {
            "",
            "Example:",
            "  termal config schema > config.schema.json",
            "",
            "Exit codes: 0 printed, 2 usage error."
        })
final class ConfigSchemaCommand extends BaseCommand {
    ConfigSchemaCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run() {
        try (Termal host = open()) {
            shell().print(host.configSchema());
            warn(host);
            return ExitCode.OK;
        }
    }

    /** What the schema may lack; the config file is not read, which may be wrong and in need of the schema. */
    @Override
    Stream<String> warnings(Termal host) {
        return host.plugins().stream().flatMap(plugin -> plugin.problems().stream());
    }
}
