package dev.termal.host.hook;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.TurnError;
import dev.termal.host.event.TurnReport;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.Fields;
import dev.termal.host.json.Json;
import dev.termal.host.text.Beginning;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Looks at what happens in one session, and has the commands run that a person wants run for it. */
public final class HookWatch {
    private static final int MESSAGE = 200; // code points: for a notification, whoever wants more has the entry

    private final Hooks hooks;
    private final Map<HookEvent, Hook> wanted;
    private final Subject subject;

    /** Whose session it is, and what a person calls it. */
    public record Subject(AgentId agent, EngineId engine, Path cwd, Optional<String> name) {}

    /** A watch. */
    public HookWatch(Hooks hooks, Map<HookEvent, Hook> wanted, Subject subject) {
        this.hooks = hooks;
        this.wanted = Map.copyOf(wanted);
        this.subject = subject;
    }

    /** The session could not be opened. */
    public void failedToOpen(AgentException failure) {
        Outcome outcome = Outcome.of(failure.code());
        if (outcome != Outcome.CANCELLED) {
            run(
                    HookEvent.FAILED,
                    about(HookEvent.FAILED, TurnError.of(failure).message()).put("outcome", outcome));
        }
    }

    /**
     * The next entry.
     *
     * @param waits whether the request of an id waits for a person
     */
    public void entry(SessionKey session, SessionEntry entry, Predicate<String> waits) {
        if (entry.body() instanceof EntryBody.TurnEnded ended) {
            ended(session, entry, ended.report());
        } else if (entry.body() instanceof EntryBody.PermissionRequested asked && waits.test(asked.id())) {
            asked(session, entry, asked.request().toolCall().title());
        } else if (entry.body() instanceof EntryBody.QuestionAsked asked
                && waits.test(asked.question().id())) {
            String title = asked.question().title();
            asked(session, entry, title.isEmpty() ? asked.question().text() : title);
        }
    }

    private void ended(SessionKey session, SessionEntry entry, TurnReport report) {
        if (report.outcome() == Outcome.CANCELLED) {
            return; // by whoever would be told
        }
        HookEvent event = report.exitCode() == 0 ? HookEvent.TURN_DONE : HookEvent.FAILED;
        Hook hook = wanted.get(event);
        Duration least = hook == null ? Duration.ZERO : hook.minDuration();
        if (report.duration().compareTo(least) >= 0) {
            String message = report.error().map(TurnError::message).orElse(report.text());
            run(event, with(about(event, message).put("outcome", report.outcome()), session, entry));
        }
    }

    private void asked(SessionKey session, SessionEntry entry, String title) {
        run(HookEvent.NEEDS_INPUT, with(about(HookEvent.NEEDS_INPUT, title), session, entry));
    }

    private Fields about(HookEvent event, String message) {
        return new Fields()
                .put("event", event)
                .put("message", Beginning.of(message, MESSAGE))
                .put("agent", subject.agent().value())
                .put("engine", subject.engine().value())
                .put("cwd", subject.cwd().toString())
                .put("name", subject.name());
    }

    private Fields with(Fields fields, SessionKey session, SessionEntry entry) {
        fields.put("session", session.value());
        new EntryJson(session, subject.agent(), subject.engine())
                .of(entry)
                .ifPresent(json -> fields.put("entry", json));
        return fields;
    }

    private void run(HookEvent event, Fields told) {
        Hook hook = wanted.get(event);
        if (hook != null) {
            hooks.run(event, hook, subject.cwd(), Json.line(told.node()));
        }
    }
}
