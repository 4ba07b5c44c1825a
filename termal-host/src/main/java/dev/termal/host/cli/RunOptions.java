package dev.termal.host.cli;

import dev.termal.host.SessionSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code termal run}, in groups for the help. */
final class RunOptions {
    @Mixin
    private SessionOptions session = new SessionOptions();

    @ArgGroup(validate = false, heading = "%nWhat goes with the prompt:%n", order = 3)
    private PromptGroup prompt = new PromptGroup();

    @ArgGroup(validate = false, heading = "%nWhat comes out:%n", order = 7)
    private OutputGroup output = new OutputGroup();

    private static final class PromptGroup {
        @Option(names = "--image", paramLabel = "F", description = "A picture: png, jpeg, gif or webp.")
        private List<Path> images = new ArrayList<>();

        @Option(names = "--attach", paramLabel = "F", description = "A file, sent along whole.")
        private List<Path> attachments = new ArrayList<>();
    }

    private static final class OutputGroup {
        @Option(
                names = "--strict",
                description = "Exit with 5 where a question had no answer, or a change ran without a permission.")
        private boolean strict;

        @Option(
                names = {"-o", "--output"},
                paramLabel = "FORMAT",
                converter = Choices.Format.class,
                completionCandidates = Choices.Format.class,
                description = {
                    "${COMPLETION-CANDIDATES}. Default: text.",
                    "text: the agent's text on standard output, all else on standard error.",
                    "json: each event as an object on a line. quiet: the final text alone."
                })
        private OutputFormat format = OutputFormat.TEXT;

        @Option(names = "--dry-run", description = "Show what would be started, and start nothing.")
        private boolean dryRun;
    }

    OutputFormat format() {
        return output.format;
    }

    boolean dryRun() {
        return output.dryRun;
    }

    List<Path> images() {
        return prompt.images;
    }

    List<Path> attachments() {
        return prompt.attachments;
    }

    /** The name or key that was given. */
    Optional<String> session() {
        return session.name();
    }

    /** What is wanted of a session; files that are named are read. */
    SessionSpec.Builder spec(Shell shell, boolean attended) {
        return session.choose(session.spec(shell, attended)).strict(output.strict);
    }
}
