package dev.termal.engine.streamjson;

import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Why a process is not the one that is wanted any more. */
enum Drift {
    /** Another working folder. */
    CWD,
    /** Another model. */
    MODEL,
    /** Another effort. */
    EFFORT,
    /** Another mode. */
    MODE,
    /** Another permission policy. */
    PERMISSIONS,
    /** Other options of the session. */
    OPTIONS,
    /** Other MCP servers. */
    MCP_SERVERS,
    /** Other additional folders. */
    FOLDERS,
    /** Another conversation. */
    CONVERSATION,
    /** A fresh conversation in place of the one there is. */
    CONVERSATION_RESET;

    /**
     * All that differs.
     *
     * @param launched what the process was launched with
     * @param conversation which conversation it is in: as it told, else as it was launched with
     */
    static Set<Drift> between(SessionRequest launched, Optional<SessionId> conversation, SessionRequest wanted) {
        EnumSet<Drift> causes = EnumSet.noneOf(Drift.class);
        note(causes, CWD, launched.cwd(), wanted.cwd());
        note(causes, MODEL, launched.model(), wanted.model());
        note(causes, EFFORT, launched.effort(), wanted.effort());
        note(causes, MODE, launched.mode(), wanted.mode());
        note(causes, PERMISSIONS, launched.permissions(), wanted.permissions());
        note(causes, OPTIONS, launched.options(), wanted.options());
        note(causes, MCP_SERVERS, launched.mcpServers(), wanted.mcpServers());
        note(causes, FOLDERS, launched.additionalDirectories(), wanted.additionalDirectories());
        if (!wanted.resume().equals(conversation)) {
            causes.add(wanted.resume().isPresent() ? CONVERSATION : CONVERSATION_RESET);
        }
        return causes;
    }

    private static void note(Set<Drift> causes, Drift cause, Object launched, Object wanted) {
        if (!Objects.equals(launched, wanted)) {
            causes.add(cause);
        }
    }

    /** The word for it, such as {@code conversation-reset}. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
