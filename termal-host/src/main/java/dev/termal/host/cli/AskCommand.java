package dev.termal.host.cli;

import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionId;
import dev.termal.host.PlannedSession;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.document.AskJson;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import dev.termal.host.json.Json;
import dev.termal.host.process.ProcessLauncher;
import dev.termal.host.text.ShownLength;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code termal ask}: one question, its answer, and how to go on. */
@Command(
        name = "ask",
        description = "Puts one question to an agent and gives its answer, for people, scripts and other agents.",
        footer = {
            "",
            "Nobody is asked for a permission: what --permissions does not allow is denied. The answer goes to",
            "standard output; how long it took and how to go on, to standard error. -o json prints one object.",
            "An agent that runs inside of an agent cannot ask that same agent.",
            "",
            "Exit codes: as of 'termal run'."
        })
final class AskCommand extends BaseCommand {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int MESSAGE = 400;

    @Mixin
    private AgentOption agent = new AgentOption();

    @Option(
            names = {"-m", "--model"},
            paramLabel = "M",
            completionCandidates = Asked.Models.class,
            description = "The model.")
    private Optional<String> model = Optional.empty();

    @Option(names = "--mode", paramLabel = "M", description = "The agent's mode, such as plan.")
    private Optional<String> mode = Optional.empty();

    @Option(names = "--effort", paramLabel = "E", description = "How much the model shall think.")
    private Optional<String> effort = Optional.empty();

    @Option(
            names = "--resume",
            paramLabel = "ID",
            description = "Goes on with the agent's session of this id, as an answer before gave it.")
    private Optional<String> resume = Optional.empty();

    @Option(
            names = "--permissions",
            paramLabel = "POLICY",
            converter = Choices.Policy.class,
            completionCandidates = Choices.Policy.class,
            description = "${COMPLETION-CANDIDATES}. Default: as the settings say.")
    private Optional<PermissionPolicy> policy = Optional.empty();

    @Option(
            names = "--timeout",
            paramLabel = "D",
            converter = Converters.Length.class,
            description = "How long it may take. Default: 10m.")
    private Optional<Duration> timeout = Optional.empty();

    @Option(names = "--cwd", paramLabel = "DIR", description = "The folder to work in. Default: this one.")
    private Optional<Path> cwd = Optional.empty();

    @Mixin
    private FormatOption format = new FormatOption();

    @Parameters(paramLabel = "TEXT", arity = "0..*", description = "The question; several words are joined.")
    private List<String> words = new ArrayList<>();

    AskCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return format.format();
    }

    @Override
    int run() throws InterruptedException {
        String question = String.join(" ", words).strip();
        if (question.isEmpty()) {
            throw new UsageError("ask what? Give the question as an argument");
        }
        Interruption interruption = Interruption.of(shell());
        try (Termal host = open()) {
            PlannedSession planned = host.planned(spec());
            refuseTheAgentItself(planned.plan().agent().value());
            warn(host);
            try (TermalSession session = planned.open(entry -> {}, holder -> {})) {
                interruption.attach(session, () -> {});
                TurnReport report = session.prompt(question);
                tell(session, report);
                return interruption.exitCode(report.exitCode());
            } finally {
                interruption.detach();
            }
        }
    }

    private SessionSpec spec() {
        Path folder = cwd.map(dir -> shell().cwd().resolve(dir)).orElse(shell().cwd());
        SessionSpec.Builder spec = agent.spec(folder).toBuilder().oneShot(true).timeout(timeout.orElse(PATIENCE));
        model.ifPresent(spec::model);
        mode.ifPresent(spec::mode);
        effort.ifPresent(spec::effort);
        policy.ifPresent(spec::permissions);
        resume.map(SessionId::new).ifPresent(spec::resume);
        return spec.build();
    }

    /** It would wait for itself, or spend without an end. */
    private void refuseTheAgentItself(String name) {
        String inside = shell().environment().getOrDefault(ProcessLauncher.INSIDE, "");
        if (List.of(inside.split(";")).contains(name)) {
            throw new UsageError(
                    "this runs inside of " + name + " already, which cannot ask itself: ask another agent");
        }
    }

    private void tell(TermalSession session, TurnReport report) {
        if (format.json()) {
            shell().print(Json.pretty(AskJson.of(session, report)));
            return;
        }
        if (!report.text().isBlank()) {
            shell().print(PlainText.clean(report.text()));
        }
        report.error()
                .ifPresent(error -> shell().complain(shell().errLook().red(PlainText.line(error.message(), MESSAGE))));
        String word = report.outcome().word();
        String how = report.outcome() == Outcome.DONE ? word : shell().errLook().red(word);
        String on = session.agentSession()
                .map(id -> "; go on with: termal ask -a " + session.agent() + " --resume " + id)
                .orElse("");
        shell().complain(how + " after " + ShownLength.of(report.duration()) + on);
    }
}
