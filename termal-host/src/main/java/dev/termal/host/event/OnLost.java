package dev.termal.host.event;

/** What becomes of a session whose conversation the agent does not know any more. */
public enum OnLost {
    /** Nothing: it fails. */
    FAIL,
    /** A new conversation begins in it, and a notice says so. */
    NEW
}
