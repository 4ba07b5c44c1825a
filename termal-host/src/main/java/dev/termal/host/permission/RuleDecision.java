package dev.termal.host.permission;

import java.util.Locale;

/** What a rule says to a request, from the loosest to the strictest. */
public enum RuleDecision {
    /** Yes, without asking. */
    ALLOW,
    /** A person decides, whatever the policy would say. */
    ASK,
    /** No, without asking. */
    DENY;

    /** As it is written in files. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
