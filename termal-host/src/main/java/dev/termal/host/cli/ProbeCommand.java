package dev.termal.host.cli;

import dev.termal.api.spi.Verdict;
import dev.termal.host.ProbeReport;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.document.ProbeJson;
import dev.termal.host.json.Json;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code termal probe}. */
@Command(
        name = "probe",
        description = "Runs an agent through what is relied on, in an empty folder. Spends tokens.",
        footer = {
            "",
            "One line each: probes P1 to P9, then the gates that rest on them. PASS: as relied on. FAIL: not so.",
            "ABSENT: the agent does not offer it. FALLBACK: another way works. UNTESTED: for the reason given.",
            "-o json has the lines of the protocol, too, without credentials. What was found is kept under probes/",
            "in TERMAL_HOME, for each build of the agent.",
            "",
            "Exit codes: 0 nothing relied on has failed, 1 something has, 2 usage error, 4 no such agent."
        })
final class ProbeCommand extends BaseCommand {
    private static final int EVIDENCE = 160;

    @Parameters(
            paramLabel = "AGENT",
            completionCandidates = Asked.Agents.class,
            arity = "0..1",
            description = "The agent; 'termal agents' shows them.")
    private Optional<String> agent = Optional.empty();

    @Option(
            names = {"-e", "--engine"},
            paramLabel = "ENGINE",
            completionCandidates = Asked.Engines.class,
            description = "The way of talking to it; 'termal engines' shows them.")
    private Optional<String> engine = Optional.empty();

    @Option(
            names = {"-m", "--model"},
            paramLabel = "M",
            completionCandidates = Asked.Models.class,
            description = "The model.")
    private Optional<String> model = Optional.empty();

    @Mixin
    private FormatOption format = new FormatOption();

    ProbeCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return format.format();
    }

    @Override
    int run() throws InterruptedException {
        String name = agent.orElseThrow(() -> new UsageError("say which agent; 'termal agents' shows them"));
        Interruption.of(shell());
        SessionSpec.Builder spec = SessionSpec.builder(shell().cwd()).agent(name);
        engine.ifPresent(spec::engine);
        model.ifPresent(spec::model);
        ProbeReport report;
        try (Termal host = open()) {
            warn(host);
            shell().complain(shell().errLook().dim("this puts some short prompts to " + name + " and spends tokens"));
            report = host.probe(spec.build());
        }
        if (format.json()) {
            shell().print(Json.pretty(ProbeJson.of(report)));
        } else {
            report.verdicts().forEach(this::show);
        }
        if (report.failed().isEmpty()) {
            return ExitCode.OK;
        }
        shell().complain(shell().errLook().red("failed, and relied on: ")
                + report.failed().stream().map(Verdict::id).collect(Collectors.joining(", ")));
        return ExitCode.FAILED;
    }

    private void show(Verdict verdict) {
        String result = String.format(Locale.ROOT, "%-8s", verdict.result());
        shell().print(String.format(
                Locale.ROOT,
                "%-4s %-18s %s  %s",
                verdict.id(),
                verdict.title(),
                verdict.result() == Verdict.Result.FAIL ? shell().outLook().red(result) : result,
                PlainText.line(verdict.evidence(), EVIDENCE)));
    }
}
