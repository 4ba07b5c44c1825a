package dev.termal.host.cli.output;

import dev.termal.api.SessionId;
import dev.termal.host.SessionPlan;
import dev.termal.host.TermalSession;
import dev.termal.host.document.PlanJson;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.Json;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Prints each entry as a JSON object on a line of its own, at once. */
public final class JsonPrinter implements Printer {
    private final Screen screen;
    private final Look look;
    private @Nullable SessionPlan plan;
    private List<String> warnings = List.of();
    private @Nullable EntryJson entries;

    /** Prints here. */
    public JsonPrinter(Screen screen, Look look) {
        this.screen = screen;
        this.look = look;
    }

    @Override
    public void planned(SessionPlan sessionPlan, List<String> hostWarnings) {
        plan = sessionPlan;
        warnings = List.copyOf(hostWarnings);
        // beside the object that carries them: whoever reads it is a program
        warnings.forEach(warning -> screen.note(look.warning(warning)));
    }

    @Override
    public void opened(TermalSession session) {
        entries = new EntryJson(session.key(), session.agent(), session.engine());
        print(entries.opened(
                session.agentSession().map(SessionId::value),
                PlanJson.opened(Objects.requireNonNull(plan), session.capabilities(), warnings)));
    }

    @Override
    public void entry(SessionEntry entry) {
        Objects.requireNonNull(entries).of(entry).ifPresent(this::print);
    }

    private void print(ObjectNode object) {
        screen.text(Json.line(object) + "\n");
    }
}
