package dev.termal.host.cli;

import dev.termal.api.AgentException;
import dev.termal.host.PlannedSession;
import dev.termal.host.SessionPlan;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.document.PlanJson;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.json.Json;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code termal run}: one prompt, one turn, its outcome as the exit code. */
@Command(
        name = "run",
        description = "Gives an agent one prompt, shows what it says and does, and exits with how it came out.",
        footer = {
            "",
            "Standard input that is no terminal is attached to the prompt. Ctrl-C cancels, twice kills.",
            "",
            "Examples:",
            "  termal run \"explain this folder\"",
            "  git diff | termal run --permissions read-only \"review this change\"",
            "  termal run -s parser \"now add the tests\"       goes on with the session 'parser', or begins it",
            "  termal run --continue \"and the docs\"          goes on with the latest session of this folder",
            "  termal run --image shot.png \"what is wrong here?\" > answer.md",
            "  termal run -o json --permissions auto --timeout 10m \"fix the build\" < /dev/null",
            "  termal run --agent-cmd '[\"my-agent\", \"--stdio\"]' hello",
            "",
            "Exit codes:",
            "  0  done                                4  agent or session not found, or no start",
            "  1  failed, refused, empty or a limit   5  something was denied",
            "  2  usage or config error               6  the agent wants a sign-in",
            "  3  timeout, or nothing came            7  the output could not be written",
            "  130  cancelled                         141  nobody reads the output any more"
        })
final class RunCommand extends BaseCommand {
    @Mixin
    private RunOptions options = new RunOptions();

    @Parameters(
            paramLabel = "PROMPT",
            arity = "0..*",
            description = "The prompt; several words are joined. - reads it from standard input.")
    private List<String> words = new ArrayList<>();

    RunCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return options.format();
    }

    @Override
    int run() throws InterruptedException {
        Interruption interruption = interruptible();
        return options.dryRun() ? dryRun() : turn(interruption);
    }

    @Override
    String whenCancelled() {
        return "cancelled before the turn began";
    }

    private boolean attended() {
        return Display.attended(shell(), format());
    }

    private int dryRun() throws InterruptedException {
        SessionSpec spec = options.spec(shell(), attended()).hooks(false).build();
        try (Termal host = open()) {
            SessionPlan plan = planned(host, spec).plan();
            warn(host);
            shell().print(
                            format() == OutputFormat.JSON
                                    ? Json.pretty(PlanJson.of(plan))
                                    : new PlanTable(shell().outLook()).text(plan));
            return ExitCode.OK;
        }
    }

    private PlannedSession planned(Termal host, SessionSpec spec) throws InterruptedException {
        try {
            return host.planned(spec);
        } catch (AgentException e) {
            warn(host); // a plugin that was not loaded may be the reason
            throw e;
        }
    }

    private int turn(Interruption interruption) throws InterruptedException {
        SessionSpec.Builder spec = options.spec(shell(), attended());
        PromptSource source = PromptSource.of(shell(), words, options.images(), options.attachments());
        try (Termal host = open()) {
            PlannedSession planned = planned(host, spec.purpose(source.words()).build());
            SessionPlan plan = planned.plan();
            int exitCode;
            try (Display display = new Display(shell(), format(), plan.cwd(), interruption::cancel)) {
                display.planned(plan, host.warnings());
                exitCode = turn(planned, display, new UnusedAnswers(spec.build().answers()), source, interruption);
            } catch (AgentException e) {
                exitCode = new Failures(shell()).report(e, format() == OutputFormat.JSON);
            }
            if (exitCode == Outcome.AUTH_REQUIRED.exitCode() && format() != OutputFormat.JSON) {
                shell().complain("try 'termal auth login -a " + plan.agent() + "'");
            }
            return exitCode;
        }
    }

    private int turn(
            PlannedSession planned,
            Display display,
            UnusedAnswers unused,
            PromptSource source,
            Interruption interruption)
            throws InterruptedException {
        interruption.told(display::cancelling); // an agent that is starting may take its time to stop as well
        try (TermalSession session = planned.open(display::meanwhile, display::waitingForSession)) {
            interruption.attach(session, display::cancelling);
            display.opened(session);
            if (session.openedAt() == 0 && format() == OutputFormat.TEXT) {
                options.session().ifPresent(name -> display.note("new session " + name));
            }
            int exitCode = turn(session, source, display, unused, interruption);
            unused.warnings().forEach(each -> shell().complain(shell().errLook().warning(each)));
            return exitCode;
        } finally {
            interruption.detach();
        }
    }

    private static int turn(
            TermalSession session,
            PromptSource source,
            Display display,
            UnusedAnswers unused,
            Interruption interruption)
            throws InterruptedException {
        TermalSession.Reading reading = session.read(session.openedAt(), entry -> {
            display.entry(entry);
            unused.see(entry.body());
            if (entry.body() instanceof EntryBody.TurnStarted) {
                interruption.turnStarted();
            }
        });
        try {
            return session.prompt(source.prompt()).exitCode();
        } finally {
            reading.close();
        }
    }
}
