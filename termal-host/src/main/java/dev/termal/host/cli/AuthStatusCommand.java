package dev.termal.host.cli;

import dev.termal.api.AgentException;
import dev.termal.api.AuthStatus.State;
import dev.termal.api.ErrorCode;
import dev.termal.host.SignInStatus;
import dev.termal.host.Termal;
import dev.termal.host.document.ListsJson;
import dev.termal.host.event.Outcome;
import dev.termal.host.json.Json;
import dev.termal.host.text.Nearest;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code termal auth status}. */
@Command(
        name = "status",
        description = "Shows whether agents are signed in, as far as can be told without starting them.",
        footer = {"", "Exit codes: 0 shown; with -a also 6: it is not signed in."})
final class AuthStatusCommand extends BaseCommand {
    @Mixin
    private AgentOption agent = new AgentOption();

    @Mixin
    private FormatOption format = new FormatOption();

    AuthStatusCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return format.format();
    }

    @Override
    int run() throws InterruptedException {
        List<SignInStatus> chosen;
        int otherwise;
        try (Termal host = open()) {
            warn(host);
            List<SignInStatus> all = host.signIns();
            chosen = all.stream()
                    .filter(each ->
                            agent.agent().map(each.agent().value()::equals).orElse(true))
                    .toList();
            if (chosen.isEmpty() && agent.agent().isPresent()) {
                throw unknown(
                        agent.required(),
                        all.stream().map(each -> each.agent().value()).toList());
            }
            otherwise = configProblem(host);
        }
        shell().print(
                        format.json()
                                ? Json.pretty(ListsJson.signIns(chosen))
                                : SignInTable.of(shell().outLook(), chosen));
        boolean needed = agent.agent().isPresent() && chosen.get(0).status().state() == State.SIGN_IN_REQUIRED;
        return needed ? Outcome.AUTH_REQUIRED.exitCode() : otherwise;
    }

    private static AgentException unknown(String name, List<String> known) {
        return new AgentException(
                ErrorCode.EXECUTABLE_NOT_FOUND,
                "no agent is named \"" + name + "\"; known are " + String.join(", ", known)
                        + Nearest.hint(name, known));
    }
}
