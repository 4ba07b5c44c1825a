package dev.termal.host.cli;

import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code termal sessions rename}. */
@Command(
        name = "rename",
        description = "Gives a session a name, or another one.",
        footer = {"", "Exit codes: 0 done, 2 usage error, the name is taken or the session in use, 4 no such session."})
final class SessionsRenameCommand extends StoredSessionsCommand {
    @Mixin
    private SessionParameter session = new SessionParameter();

    @Parameters(index = "1", paramLabel = "NAME", description = "The new name.")
    private String name = "";

    @Mixin
    private AgentOption agent = new AgentOption();

    SessionsRenameCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run(Termal host, StoredSessions sessions) throws InterruptedException {
        sessions.rename(find(sessions, session.reference(), agent.agent()).key(), name);
        return ExitCode.OK;
    }
}
