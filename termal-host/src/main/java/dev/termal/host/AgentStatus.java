package dev.termal.host;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.spi.Setting;
import java.util.List;
import java.util.Locale;

/**
 * An agent that the host knows, and whether it can be used.
 *
 * @param origin the module or file it comes from
 * @param engines the ways to drive it, the preferred first
 * @param detail what was found, such as the command
 * @param hint what to do; empty where it is ready
 * @param chosen whether it is the configured default
 * @param fallback whether it is used when nothing else is ready
 * @param settings what can be set for it
 */
public record AgentStatus(
        AgentId id,
        String name,
        String badge,
        String origin,
        List<EngineId> engines,
        Readiness readiness,
        String detail,
        String hint,
        boolean chosen,
        boolean fallback,
        List<Setting> settings) {
    /** Copies its lists. */
    public AgentStatus {
        engines = List.copyOf(engines);
        settings = List.copyOf(settings);
    }

    /** Whether an agent can be used. */
    public enum Readiness {
        /** It is there and, as far as can be told, signed in. */
        READY,
        /** Its executable is missing. */
        MISSING,
        /** It is there but not signed in. */
        SIGN_IN_NEEDED,
        /** Its settings are wrong. */
        MISCONFIGURED;

        /** The word for it, such as {@code sign-in needed}. */
        public String word() {
            return this == SIGN_IN_NEEDED ? "sign-in needed" : name().toLowerCase(Locale.ROOT);
        }
    }
}
