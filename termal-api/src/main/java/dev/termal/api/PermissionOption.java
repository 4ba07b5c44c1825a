package dev.termal.api;

/**
 * One of the answers that an agent offers to a permission request.
 *
 * @param id the agent's word, to be sent back; it carries no meaning here
 * @param name what a person reads
 * @param kind what choosing it means
 */
public record PermissionOption(String id, String name, Kind kind) {
    /** What an option means; only this may decide, never the id or the name. */
    public enum Kind {
        /** This time. */
        ALLOW_ONCE,
        /** From now on; the agent remembers. */
        ALLOW_ALWAYS,
        /** Not this time. */
        REJECT_ONCE,
        /** Never; the agent remembers. */
        REJECT_ALWAYS,
        /** A word that this version does not know: only a person may choose it. */
        OTHER;

        /** Whether choosing it lets the tool run. */
        public boolean allows() {
            return this == ALLOW_ONCE || this == ALLOW_ALWAYS;
        }
    }
}
