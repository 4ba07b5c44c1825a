package dev.termal.host.cli;

import picocli.CommandLine.Option;

/** How a command without a last word prints: a mixin. */
final class FormatOption {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            converter = Choices.ListFormat.class,
            completionCandidates = Choices.ListFormat.class,
            defaultValue = "text",
            description = "How to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private OutputFormat format = OutputFormat.TEXT;

    OutputFormat format() {
        return format == null ? OutputFormat.TEXT : format; // null where the word could not be read
    }

    boolean json() {
        return format() == OutputFormat.JSON;
    }
}
