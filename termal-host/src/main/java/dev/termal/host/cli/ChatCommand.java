package dev.termal.host.cli;

import dev.termal.api.AgentException;
import dev.termal.host.SessionPlan;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.chat.Bell;
import dev.termal.host.chat.Chat;
import dev.termal.host.chat.ChatSetup;
import dev.termal.host.event.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code termal chat}: a conversation at the terminal. */
@Command(
        name = "chat",
        description = "Talks with an agent at the terminal, turn after turn.",
        footer = {
            "",
            "Enter sends; what you send while the agent works waits its turn. Esc or Ctrl-C cancels the turn, again",
            "ends the agent's process. /help in the chat shows all keys and commands. Where there is no terminal, each",
            "line of standard input is a prompt.",
            "",
            "Examples:",
            "  termal chat",
            "  termal chat -a demo --permissions read-only",
            "  termal chat \"explain this folder\"           begins with a prompt",
            "",
            "Exit codes: 0 left, 1 failed, 2 usage or config error, 4 no such agent or session, 6 the agent wants a sign-in."
        })
final class ChatCommand extends BaseCommand {
    @Mixin
    private SessionOptions options = new SessionOptions();

    @Parameters(paramLabel = "PROMPT", arity = "0..*", description = "What to begin with; several words are joined.")
    private List<String> words = new ArrayList<>();

    ChatCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    String whenCancelled() {
        return "cancelled before the chat began";
    }

    @Override
    int run() throws InterruptedException {
        boolean terminal = shell().terminals().in()
                && shell().terminals().out()
                && shell().outLook().rewrites();
        try (Termal host = open()) {
            String first = String.join(" ", words);
            return terminal
                    ? chat(host, first)
                    : new PlainChat(shell(), host, interruptible())
                            .run(
                                    options.choose(options.spec(shell(), Display.attended(shell(), format())))
                                            .build(),
                                    first);
        }
    }

    /** The agent is chosen once, and not again each time that a session is opened. */
    private Supplier<SessionSpec.Builder> spec(Termal host, boolean attended) throws InterruptedException {
        Supplier<SessionSpec.Builder> spec = () -> options.spec(shell(), attended);
        if (options.namesAgent()) {
            return spec;
        }
        SessionPlan plan = host.plan(spec.get().build());
        return () -> spec.get().agent(plan.agent().value());
    }

    private int chat(Termal host, String first) throws InterruptedException {
        Supplier<SessionSpec.Builder> spec = spec(host, true);
        Chat chat = Chat.at(new ChatSetup(
                host,
                spec,
                options::choose,
                first,
                shell().outLook(),
                shell().environment(),
                spec.get().build().cwd(),
                bell(host),
                Pieces::named,
                report -> new DoctorText(shell().outLook(), false).of(report),
                statuses -> SignInTable.of(shell().outLook(), statuses)));
        int[] signalled = {ExitCode.OK};
        shell().signals().handle("TERM", () -> {
            signalled[0] = 143;
            chat.quit();
        });
        shell().signals().handle("HUP", () -> {
            signalled[0] = 129;
            chat.quit();
        });
        try {
            chat.run();
        } catch (AgentException e) {
            int exitCode = new Failures(shell()).report(e, false);
            if (exitCode == Outcome.AUTH_REQUIRED.exitCode()) {
                shell().complain("try 'termal auth login'");
            }
            return exitCode;
        } catch (InterruptedException e) {
            if (signalled[0] == ExitCode.OK) {
                throw e;
            }
        }
        return signalled[0];
    }

    private static Bell bell(Termal host) {
        return host.config().stream()
                .filter(setting -> setting.path().equals("bell"))
                .map(setting -> Bell.valueOf(setting.value().toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElse(Bell.ON);
    }
}
