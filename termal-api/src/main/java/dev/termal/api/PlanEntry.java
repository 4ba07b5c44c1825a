package dev.termal.api;

/** One step of an agent's plan. */
public record PlanEntry(String text, Priority priority, Status status) {
    /** How much it matters. */
    public enum Priority {
        /** First. */
        HIGH,
        /** As usual. */
        MEDIUM,
        /** Last. */
        LOW,
        /** Not said, or a word that this version does not know. */
        OTHER
    }

    /** How far it is. */
    public enum Status {
        /** Not begun. */
        PENDING,
        /** Begun. */
        IN_PROGRESS,
        /** Done. */
        COMPLETED,
        /** Given up. */
        CANCELLED,
        /** A word that this version does not know. */
        OTHER
    }
}
