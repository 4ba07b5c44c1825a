package dev.termal.dist.packaged;

import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.host.HostOptions;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.event.TurnReport;
import java.nio.file.Path;

/** A program that embeds the packaged host: goes on with an agent's session. Arguments: agent, session, prompt. */
public final class ContinuesSession {
    private ContinuesSession() {}

    /** The program. */
    public static void main(String... args) throws Exception {
        SessionSpec spec = SessionSpec.builder(Path.of("").toAbsolutePath())
                .agent(args[0])
                .resume(new SessionId(args[1]))
                .build();
        try (Termal host = Termal.open(HostOptions.builder().build());
                TermalSession session = host.open(spec)) {
            TurnReport report = session.prompt(Prompt.of(args[2]));
            System.out.println(session.agentSession().orElseThrow().value());
            System.out.println(report.outcome());
            System.out.println(report.text());
        }
    }
}
