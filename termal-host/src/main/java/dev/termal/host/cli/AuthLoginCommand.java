package dev.termal.host.cli;

import dev.termal.api.AuthMethod.Kind;
import dev.termal.host.SignInCaller;
import dev.termal.host.SignInWay;
import dev.termal.host.Termal;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.text.Nearest;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code termal auth login}. */
@Command(
        name = "login",
        description =
                "Signs in to an agent by its own means, then opens a session to see whether it took. Spends no tokens.",
        footer = {
            "",
            "Where the agent has a sign-in in a terminal, its own command runs in this one.",
            "",
            "Exit codes: 0 signed in, 1 failed, 2 usage error, 3 timeout, 4 no such agent, 6 not signed in."
        })
final class AuthLoginCommand extends BaseCommand {
    private static final int TRIES = 3;
    private static final int MAX_LINE = 300;

    @Mixin
    private AgentOption agent = new AgentOption();

    @Option(
            names = "--method",
            paramLabel = "ID",
            description = "The way to sign in, where there are several; without this you are asked at a terminal.")
    private Optional<String> method = Optional.empty();

    AuthLoginCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    String whenCancelled() {
        return "the sign-in was cancelled; 'termal auth status' shows how things stand";
    }

    @Override
    int run() throws InterruptedException {
        String name = agent.required();
        interruptible(); // Ctrl-C ends what is under way, and leaves nothing running
        try (Termal host = open()) {
            warn(host);
            host.signIn(agent.spec(shell().cwd()), new Person());
        }
        shell().print(shell().outLook().green("signed in") + " to " + name);
        return ExitCode.OK;
    }

    /** Whoever sits at the terminal, or a script that has said what to do. */
    private final class Person implements SignInCaller {
        @Override
        public SignInWay choose(List<SignInWay> ways) throws InterruptedException {
            SignInWay way = method.isPresent() ? named(method.get(), ways) : chosen(ways);
            if (way.kind() == Kind.TERMINAL
                    && !(shell().terminals().in() && shell().terminals().out())) {
                throw new UsageError("signing in by " + way.id() + " needs a terminal, and this is none: run \""
                        + PlainText.line(String.join(" ", way.details()), MAX_LINE) + "\" in one");
            }
            return way;
        }

        @Override
        public void told(String line) {
            shell().complain(shell().errLook().dim(PlainText.line(line, MAX_LINE)));
        }

        private SignInWay named(String id, List<SignInWay> ways) {
            List<String> ids = ways.stream().map(SignInWay::id).toList();
            return ways.stream()
                    .filter(way -> way.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new UsageError(
                            "--method " + id + ": there are " + String.join(", ", ids) + Nearest.hint(id, ids)));
        }

        private SignInWay chosen(List<SignInWay> ways) throws InterruptedException {
            if (ways.size() == 1) {
                return ways.get(0);
            }
            if (!Ask.isPossible(shell())) {
                throw new UsageError("there are several ways to sign in: choose one with --method, one of "
                        + String.join(", ", ways.stream().map(SignInWay::id).toList()));
            }
            for (int i = 0; i < ways.size(); i++) {
                shell().complain("  " + (i + 1) + "  " + PlainText.line(text(ways.get(i)), MAX_LINE));
            }
            for (int i = 0; i < TRIES; i++) {
                String typed =
                        Ask.line(shell(), "Which way? [1-" + ways.size() + "]").orElse("");
                if (typed.matches("[1-9]\\d?") && Integer.parseInt(typed) <= ways.size()) {
                    return ways.get(Integer.parseInt(typed) - 1);
                }
                shell().complain("type a number from 1 to " + ways.size());
            }
            throw new UsageError("no way to sign in was chosen");
        }

        private static String text(SignInWay way) {
            String what = way.description().isBlank() ? way.name() : way.name() + ": " + way.description();
            String details = String.join(" ", way.details());
            return what + " (" + way.id() + (details.isEmpty() ? "" : "; " + details) + ")";
        }
    }
}
