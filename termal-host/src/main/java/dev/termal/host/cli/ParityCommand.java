package dev.termal.host.cli;

import dev.termal.api.EngineId;
import dev.termal.api.PermissionPolicy;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.json.Json;
import dev.termal.host.parity.ParityFile;
import dev.termal.host.parity.ParityMatrix;
import dev.termal.host.parity.ParityRun;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code termal parity}. */
@Command(
        name = "parity",
        description = "Has an agent do the same few things by each of its engines, and shows where they differ.",
        footer = {
            "",
            "It spends tokens: up to fifteen short turns by each engine. The last matrix of each build of an agent is kept in",
            "TERMAL_HOME/parity. ABSENT: the engine says that it does not have it. UNTESTED: it was not tried.",
            "",
            "Exit codes: 0 nothing failed, 1 something failed, 2 usage or config error, 4 no such agent."
        })
final class ParityCommand extends BaseCommand {
    private static final Duration TURN = Duration.ofMinutes(5);
    private static final int MAX_EVIDENCE = 61;

    @Parameters(
            paramLabel = "AGENT",
            completionCandidates = Asked.Agents.class,
            description = "The agent; 'termal agents' shows them.")
    private String agent = "";

    @Option(
            names = {"-m", "--model"},
            paramLabel = "MODEL",
            completionCandidates = Asked.Models.class,
            description = "The model to ask for. Default: the agent's own.")
    private Optional<String> model = Optional.empty();

    @Mixin
    private FormatOption format = new FormatOption();

    ParityCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return format.format();
    }

    @Override
    int run() throws InterruptedException {
        interruptible();
        SessionSpec.Builder spec = SessionSpec.builder(shell().cwd())
                .agent(agent)
                .permissions(PermissionPolicy.ASK)
                .timeout(TURN);
        model.ifPresent(spec::model);
        try (Termal host = open()) {
            warn(host);
            ParityRun run = new ParityRun(host, Clock.systemUTC());
            List<EngineId> engines = run.engines(spec.build());
            if (engines.size() < 2) {
                throw new UsageError("the agent " + agent + " has one engine alone: there is nothing to compare");
            }
            shell().complain("this spends tokens: up to fifteen short turns by each of " + engines.size() + " engines");
            ParityMatrix matrix = run.run(spec.build(), engines, this::tell);
            shell().print(format.json() ? Json.pretty(ParityFile.json(matrix)) : table(matrix));
            keep(matrix, host);
            return matrix.matches() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private void tell(ParityMatrix.Line line) {
        List<String> statuses =
                line.cells().stream().map(cell -> cell.status().name()).toList();
        shell().complain(line.id() + ": " + String.join(" / ", statuses));
    }

    private void keep(ParityMatrix matrix, Termal host) {
        try {
            shell().complain("kept in " + ParityFile.save(matrix, host.home()));
        } catch (IOException e) {
            shell().complain("the matrix could not be kept: " + IoReason.of(e));
        }
    }

    private String table(ParityMatrix matrix) {
        List<String> heads = new ArrayList<>(List.of("LINE"));
        matrix.engines().forEach(engine -> heads.add(engine.value()));
        heads.add("");
        heads.add("WHAT WAS SEEN");
        Table table = new Table(shell().outLook(), heads.toArray(String[]::new));
        for (ParityMatrix.Line line : matrix.lines()) {
            List<String> row = new ArrayList<>(List.of(line.id()));
            line.cells().forEach(cell -> row.add(cell.status().name()));
            row.add(line.matches() ? "" : "≠");
            row.add(String.join(
                    " / ",
                    line.cells().stream()
                            .map(cell -> PlainText.cut(cell.evidence(), MAX_EVIDENCE))
                            .distinct()
                            .toList()));
            table.row(row.toArray(String[]::new));
        }
        return table.toString();
    }
}
