package dev.termal.host.store;

import dev.termal.api.AgentEvent;
import dev.termal.host.event.EntryBody;

/** Which entries are never lost: the ends of turns and calls, and what was asked and answered. Pure. */
final class Brackets {
    private Brackets() {}

    static boolean has(EntryBody body) {
        if (body instanceof EntryBody.Said said) {
            return said.event() instanceof AgentEvent.SessionBound
                    || (said.event() instanceof AgentEvent.ToolCallUpdate update
                            && update.call().status().isFinal());
        }
        return !(body instanceof EntryBody.HostNotice);
    }
}
