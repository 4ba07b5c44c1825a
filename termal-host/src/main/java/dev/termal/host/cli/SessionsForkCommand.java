package dev.termal.host.cli;

import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.event.StoredSession;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code termal sessions fork}. */
@Command(
        name = "fork",
        description =
                "Copies a session, with its agent's conversation, where the agent can do that; prints the copy's key.",
        footer = {"", "Exit codes: 0 done, 1 the agent cannot, 2 usage error or the name is taken, 4 no such session."})
final class SessionsForkCommand extends StoredSessionsCommand {
    @Mixin
    private SessionParameter session = new SessionParameter();

    @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = "The copy's name.")
    private Optional<String> name = Optional.empty();

    @Mixin
    private AgentOption agent = new AgentOption();

    SessionsForkCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run(Termal host, StoredSessions sessions) throws InterruptedException {
        StoredSession copy =
                sessions.fork(find(sessions, session.reference(), agent.agent()).key(), name);
        shell().print(copy.key().value());
        return ExitCode.OK;
    }
}
