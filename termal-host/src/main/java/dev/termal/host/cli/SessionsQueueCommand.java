package dev.termal.host.cli;

import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.document.SessionsJson;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.WaitingPrompt;
import dev.termal.host.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code termal sessions queue}. */
@Command(
        name = "queue",
        description =
                "Shows the prompts that wait for sessions in use, in the order in which they come; or cancels some.",
        footer = {
            "",
            "A prompt that is cancelled here ends where it waits, as cancelled (exit 130). What waits in a chat is shown there.",
            "",
            "Examples:",
            "  termal sessions queue",
            "  termal sessions queue parser --cancel 7",
            "",
            "Exit codes: 0 shown or cancelled, 1 one of those to cancel does not wait, 2 usage error, 4 no such session."
        })
final class SessionsQueueCommand extends StoredSessionsCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "SESSION",
            completionCandidates = Asked.Sessions.class,
            description = "Its name, or the beginning of its key. Default: all for which something waits.")
    private Optional<String> reference = Optional.empty();

    @Option(
            names = "--cancel",
            paramLabel = "N",
            description = "Cancel the prompt of this number. Can be given more than once.")
    private Set<Long> cancelled = new LinkedHashSet<>();

    @Mixin
    private AgentOption agent = new AgentOption();

    @Mixin
    private FormatOption format = new FormatOption();

    SessionsQueueCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    OutputFormat format() {
        return format.format();
    }

    @Override
    int run(Termal host, StoredSessions sessions) throws InterruptedException {
        Map<StoredSession, List<WaitingPrompt>> queues = new LinkedHashMap<>();
        for (StoredSession session : looked(sessions)) {
            queues.put(session, sessions.waiting(session.key()));
        }
        return cancelled.isEmpty() ? show(queues) : cancel(sessions, queues);
    }

    private List<StoredSession> looked(StoredSessions sessions) {
        if (reference.isPresent()) {
            return List.of(find(sessions, reference.get(), agent.agent()));
        }
        return sessions.awaited().stream()
                .filter(session -> agent.agent()
                        .filter(name -> !name.equals(session.agent().value()))
                        .isEmpty())
                .toList();
    }

    private int show(Map<StoredSession, List<WaitingPrompt>> queues) {
        if (format.json()) {
            shell().print(Json.pretty(SessionsJson.queues(queues)));
        } else if (queues.values().stream().allMatch(List::isEmpty)) {
            shell().print("Nothing waits.");
        } else {
            Table table = new Table(shell().outLook(), "N", "SESSION", "SINCE", "WHO", "PROMPT");
            queues.forEach((session, waiting) -> waiting.forEach(prompt -> table.row(
                    String.valueOf(prompt.id()), session.label(), time(prompt.since()), prompt.who(), prompt.text())));
            shell().print(table.toString());
        }
        return ExitCode.OK;
    }

    private int cancel(StoredSessions sessions, Map<StoredSession, List<WaitingPrompt>> queues)
            throws InterruptedException {
        List<Long> gone = new ArrayList<>();
        for (Map.Entry<StoredSession, List<WaitingPrompt>> queue : queues.entrySet()) {
            for (WaitingPrompt prompt : queue.getValue()) {
                if (cancelled.contains(prompt.id())
                        && sessions.cancelWaiting(queue.getKey().key(), prompt.id())) {
                    gone.add(prompt.id());
                }
            }
        }
        for (long number : cancelled) {
            if (gone.contains(number)) {
                shell().print("cancelled " + number);
            } else {
                shell().complain("no prompt of the number " + number
                        + " waits there; 'termal sessions queue' shows what does");
            }
        }
        return gone.containsAll(cancelled) ? ExitCode.OK : ExitCode.FAILED;
    }
}
