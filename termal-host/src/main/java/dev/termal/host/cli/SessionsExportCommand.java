package dev.termal.host.cli;

import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.document.SessionExport;
import dev.termal.host.event.StoredSession;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code termal sessions export}. */
@Command(
        name = "export",
        description = "Writes all of a session, as far as it is kept, as Markdown or as JSON lines.",
        footer = {
            "",
            "JSON is one object a line, as 'run -o json' prints them; pieces of one message that came together are one.",
            "",
            "Examples:",
            "  termal sessions export parser > parser.md",
            "  termal sessions export parser -o json | jq -r 'select(.type == \"turn_ended\") | .text'",
            "",
            "Exit codes: 0 written, 1 it could not be written, 2 usage error, 4 no such session."
        })
final class SessionsExportCommand extends StoredSessionsCommand {
    @Mixin
    private SessionParameter session = new SessionParameter();

    @Mixin
    private AgentOption agent = new AgentOption();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            converter = Choices.Export.class,
            completionCandidates = Choices.Export.class,
            description = "${COMPLETION-CANDIDATES}. Default: markdown.")
    private ExportFormat format = ExportFormat.MARKDOWN;

    @Option(names = "--out", paramLabel = "FILE", description = "Write there. Default: standard output.")
    private Optional<Path> out = Optional.empty();

    SessionsExportCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run(Termal host, StoredSessions sessions) {
        StoredSession found = find(sessions, session.reference(), agent.agent());
        try {
            if (out.isPresent()) {
                Path file = shell().cwd().resolve(out.get());
                try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(file))) {
                    write(sessions, found, stream, UnaryOperator.identity());
                }
                shell().complain("written: " + file);
            } else {
                OutputStream stream = new BufferedOutputStream(shell().out());
                write(sessions, found, stream, shell().terminals().out() ? PlainText::clean : UnaryOperator.identity());
                stream.flush();
            }
            return ExitCode.OK;
        } catch (IOException | UncheckedIOException e) {
            shell().complain(shell().errLook().red("termal:") + " the session could not be written: " + e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private void write(
            StoredSessions sessions, StoredSession found, OutputStream stream, UnaryOperator<String> cleaner) {
        Consumer<String> text = piece -> {
            try {
                stream.write(cleaner.apply(piece).getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        SessionExport export = new SessionExport(sessions, found);
        if (format == ExportFormat.JSON) {
            export.json(text);
        } else {
            export.markdown(text);
        }
    }
}
