package dev.termal.engine.acp.probe;

import java.util.regex.Pattern;

/** Lines as they may be kept: without credentials, and not too long. */
final class Redaction {
    private static final int CHARS = 2_000;

    /** A member whose name says that it is a secret, with a text or everything up to the end of its object or list. */
    private static final Pattern SECRET = Pattern.compile(
            "(\"[^\"]*(?:token|secret|password|authorization|api[-_]?key|cookie|credential)[^\"]*\"\\s*:\\s*)\"(?:[^\"\\\\]|\\\\.)*\"",
            Pattern.CASE_INSENSITIVE);

    /** Headers and environments: names beside values. */
    private static final Pattern PAIR =
            Pattern.compile("(\"(?:headers|env)\"\\s*:\\s*)(\\[[^\\]]*\\]|\\{[^}]*\\})", Pattern.CASE_INSENSITIVE);

    private Redaction() {}

    static String of(String line) {
        String safe = PAIR.matcher(SECRET.matcher(line).replaceAll("$1\"***\"")).replaceAll("$1\"***\"");
        return safe.length() <= CHARS ? safe : safe.substring(0, CHARS) + "… (" + safe.length() + " characters)";
    }
}
