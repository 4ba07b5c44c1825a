package dev.termal.api;

/** How the host answers when an agent asks whether it may do something. */
public enum PermissionPolicy {
    /** A person or program decides each request; where nobody can be asked, it is denied. */
    ASK,
    /** Each request is allowed once. */
    AUTO,
    /** Reading, searching and thinking are allowed, all else is denied. */
    READ_ONLY,
    /** Each request is denied. */
    DENY
}
