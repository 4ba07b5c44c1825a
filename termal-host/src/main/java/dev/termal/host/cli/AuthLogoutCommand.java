package dev.termal.host.cli;

import dev.termal.host.Termal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code termal auth logout}. */
@Command(
        name = "logout",
        description = "Signs out of an agent, where it can do that over its connection; else says what to do.",
        footer = {"", "Exit codes: 0 signed out, 1 it cannot or failed, 2 usage error, 4 no such agent."})
final class AuthLogoutCommand extends BaseCommand {
    @Mixin
    private AgentOption agent = new AgentOption();

    AuthLogoutCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    String whenCancelled() {
        return "cancelled; 'termal auth status' shows whether it took";
    }

    @Override
    int run() throws InterruptedException {
        String name = agent.required();
        interruptible();
        try (Termal host = open()) {
            warn(host);
            host.signOut(agent.spec(shell().cwd()));
        }
        shell().print("signed out of " + name);
        return ExitCode.OK;
    }
}
