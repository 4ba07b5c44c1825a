package com.example.embedding;

import dev.termal.api.Answer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption.Kind;
import dev.termal.host.AgentStatus;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody.PermissionRequested;
import dev.termal.host.event.EntryBody.QuestionAsked;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.TurnReport;
import java.nio.file.Path;

/** Asks an agent for a change, allows it, and later goes on with the same conversation. */
public final class Embedding {
    private Embedding() {}

    public static void main(String[] args) throws InterruptedException {
        String agent = args.length > 0 ? args[0] : "demo"; // which is built in and has no model behind it
        SessionSpec spec = SessionSpec.builder(Path.of("").toAbsolutePath())
                .agent(agent)
                .attended(true) // else nobody is asked, and what only a person may decide is denied
                .build();
        try (Termal host = Termal.open()) {
            for (AgentStatus each : host.agents()) {
                System.out.println(each.id() + ": " + each.readiness().word());
            }
            SessionKey key;
            try (TermalSession session = host.open(spec)) {
                key = session.key();
                ask(session, "diff"); // the demo agent's word for changing a file
            }
            // Hours later, in this process or in another one:
            SessionSpec same = spec.toBuilder().session(key.value()).build();
            try (TermalSession session = host.open(same)) {
                ask(session, "and thanks");
                System.out.println("turns: " + host.sessions().turns(key).size());
            }
        }
    }

    private static void ask(TermalSession session, String prompt) throws InterruptedException {
        try (TermalSession.Reading reading = session.read(session.openedAt(), entry -> show(session, entry))) {
            TurnReport report = session.prompt(prompt); // failures of the agent are in the report
            System.out.println("outcome: " + report.outcome().word());
            report.error().ifPresent(error -> System.out.println(error.message()));
        }
    }

    /** Called for each entry in its order, on a thread of the host: while this takes its time, the agent waits. */
    private static void show(TermalSession session, SessionEntry entry) {
        entry.agentText().ifPresent(System.out::print);
        if (entry.body() instanceof PermissionRequested asked) {
            System.out.println("allowed: " + asked.request().toolCall().title());
            PermissionDecision decision = asked.request()
                    .firstOf(Kind.ALLOW_ONCE)
                    .map(PermissionDecision::select)
                    .orElse(PermissionDecision.cancelled());
            session.answerPermission(asked.id(), decision);
        } else if (entry.body() instanceof QuestionAsked asked) {
            session.answerQuestion(asked.question().id(), new Answer.Cancelled()); // this program has no answers
        }
    }
}
