package dev.termal.host.cli;

import dev.termal.api.Diagnostics.Outcome;
import dev.termal.host.DoctorReport;
import dev.termal.host.DoctorSpec;
import dev.termal.host.Leftover;
import dev.termal.host.Termal;
import dev.termal.host.document.DoctorJson;
import dev.termal.host.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code termal doctor}. */
@Command(
        name = "doctor",
        description = "Examines this installation and the agents, and says what to do. Spends no tokens.",
        footer = {
            "",
            "With -a the agent is started and shaken hands with, and all that is known of it is shown.",
            "-o json prints one document with everything.",
            "",
            "Examples:",
            "  termal doctor",
            "  termal doctor -a AGENT",
            "  termal doctor --reap",
            "",
            "Exit codes: 0 all works, 1 something does not, 2 usage error, 4 no such agent."
        })
final class DoctorCommand extends BaseCommand {
    @Option(
            names = {"-a", "--agent"},
            paramLabel = "AGENT",
            completionCandidates = Asked.Agents.class,
            description = "One agent; 'termal agents' shows them.")
    private Optional<String> agent = Optional.empty();

    @Option(
            names = {"-e", "--engine"},
            paramLabel = "ENGINE",
            completionCandidates = Asked.Engines.class,
            description = "With -a: the way of talking to it; 'termal engines' shows them.")
    private Optional<String> engine = Optional.empty();

    @Option(names = "--no-connect", description = "With -a: do not start the agent.")
    private boolean noConnect;

    @Option(names = "--reap", description = "End what killed hosts left running, and nothing else; show what that was.")
    private boolean reap;

    @Mixin
    private FormatOption format = new FormatOption();

    DoctorCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return format.format();
    }

    @Override
    int run() throws InterruptedException {
        if (reap && agent.isPresent()) {
            throw new UsageError("--reap ends what was left of all agents: give it without --agent");
        }
        try (Termal host = open()) {
            return reap ? reap(host) : examine(host);
        }
    }

    private int examine(Termal host) throws InterruptedException {
        DoctorReport report = host.doctor(new DoctorSpec(shell().cwd(), agent, engine, !noConnect));
        shell().print(
                        format.json()
                                ? Json.pretty(DoctorJson.of(report))
                                : new DoctorText(shell().outLook(), agent.isPresent()).of(report));
        return report.worst() == Outcome.FAILURE ? ExitCode.FAILED : ExitCode.OK;
    }

    private int reap(Termal host) {
        List<Leftover> ended = host.reap();
        List<Leftover> left = host.leftovers();
        if (format.json()) {
            shell().print(Json.pretty(DoctorJson.reaped(ended, left)));
        } else if (ended.isEmpty()) {
            shell().print("No dead host left anything running.");
        } else {
            ended.stream().filter(each -> !left.contains(each)).forEach(each -> shell().print("ended " + text(each)));
        }
        left.forEach(each -> shell().complain(shell().errLook().red("would not end: ") + text(each)));
        return left.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static String text(Leftover each) {
        return each.agent() + ", process "
                + each.processes().stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
