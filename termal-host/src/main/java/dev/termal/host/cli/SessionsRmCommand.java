package dev.termal.host.cli;

import dev.termal.api.SessionId;
import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.event.StoredSession;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code termal sessions rm}. */
@Command(
        name = "rm",
        description = "Removes sessions for good, without asking. What the agent keeps by itself stays.",
        footer = {
            "",
            "Exit codes: 0 removed, 2 usage error or a session is in use, 4 no such session; with --remote as of 'run'."
        })
final class SessionsRmCommand extends StoredSessionsCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "SESSION",
            completionCandidates = Asked.Sessions.class,
            description = "Names, or beginnings of keys; with --remote the agent's own ids.")
    private List<String> references = new ArrayList<>();

    @Mixin
    private AgentOption agent = new AgentOption();

    @Option(names = "--remote", description = "Those that the agent (-a) keeps by itself, where it can remove them.")
    private boolean remote;

    SessionsRmCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return OutputFormat.TEXT;
    }

    @Override
    int run(Termal host, StoredSessions sessions) throws InterruptedException {
        if (remote) {
            for (String id : references) {
                sessions.removeOfAgent(agent.spec(shell().cwd()), new SessionId(id));
            }
            return ExitCode.OK;
        }
        List<StoredSession> found = references.stream()
                .map(reference -> find(sessions, reference, agent.agent()))
                .toList(); // all, before the first is removed
        for (StoredSession session : found) {
            sessions.remove(session.key());
        }
        return ExitCode.OK;
    }
}
